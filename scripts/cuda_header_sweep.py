def sweep(*a): pass
