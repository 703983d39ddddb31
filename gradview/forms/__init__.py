"""Qt editors for each part of an experiment's draft. They see the specification and nothing else."""
