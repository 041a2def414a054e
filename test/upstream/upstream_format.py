# Part of the NVPTXTensorCore project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format of shell tests, for some folders of LLVM's tests, some of which are expected to fail.

A module, as lit hands tests to other processes, which cannot know a class of lit.cfg.py.
"""

import lit.formats


class UpstreamTest(lit.formats.ShTest):
    """Tests of `folders`, which are tuples of names; `expected` are the paths of those that fail.
    One of these that passes is an unexpected pass, which lit reports as a failure."""

    def __init__(self, folders, expected):
        super().__init__(execute_external=False)
        self.folders, self.expected = folders, expected

    def getTestsForPath(self, testSuite, path_in_suite, litConfig, localConfig):
        if not any(path_in_suite[:len(folder)] == folder for folder in self.folders):
            return
        for test in super().getTestsForPath(testSuite, path_in_suite, litConfig, localConfig):
            if "/".join(path_in_suite) in self.expected:
                test.xfails.append("*")
            yield test
