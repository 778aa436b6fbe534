"""`python -m inbounds`: the command line, also for `mpiexec -n N python -m mpi4py.futures -m inbounds …`."""

from inbounds_command import main

if __name__ == "__main__":
    main()
