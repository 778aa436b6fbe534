import pytest

from tests.command_line import end_all


@pytest.fixture(autouse=True)
def _no_process_outlives_its_test():
    yield
    end_all()
