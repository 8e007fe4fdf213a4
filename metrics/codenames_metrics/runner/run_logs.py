"""The files that grow while a run goes on: what was paid, what failed, how the finished games were played."""

from pathlib import Path

from codenames_metrics.experiment.config import ExperimentConfig
from codenames_metrics.experiment.jobs import Job
from codenames_metrics.run_folder.failures import FailureLog
from codenames_metrics.run_folder.ledger import Ledger
from codenames_metrics.run_folder.line_file import LineFile
from codenames_metrics.run_folder.metrics_cache import open_measured
from codenames_metrics.runner.models.budget import Budget
from codenames_metrics.runner.models.cost_meter import GameMeter, models_at
from codenames_metrics.runner.models.outages import Outages


class RunLogs:
    """Those of one folder of results.

    Args:
        folder: of the results.
        config: of the experiment.
        budget_usd: what the whole run may cost; None for no limit.

    Raises:
        StorageError: the disk refused.
    """

    def __init__(self, folder: Path, config: ExperimentConfig, budget_usd: float | None) -> None:
        self.ledger = Ledger(folder, config.model)
        self.failures = FailureLog(folder)
        self.measured: LineFile = open_measured(folder)
        self._budget_usd = budget_usd
        self._budget: Budget | None = None
        """Kept from the first game on that has a model."""
        self._config = config

    def change_budget(self, usd: float | None) -> None:
        """Have another budget from now on.

        Raises:
            PriceUnknown: a model has no known price, so that no budget can be kept.
        """
        if self._budget is not None:
            self._budget.change(usd)
        self._budget_usd = usd

    def meter(self, job: Job, game: str, attempt: int, outages: Outages) -> GameMeter | None:
        """Return what counts an attempt at a game; None where nobody in it costs anything."""
        if not self._config.language_models or not models_at(job, self._config):
            return None
        if self._budget is None:
            self._budget = Budget(self._budget_usd, self.ledger.by_model)
        return GameMeter(job, game, attempt, self._config, self.ledger, self._budget, outages)

    def close(self) -> None:
        """Let go of the files."""
        self.ledger.close()
        self.failures.close()
        self.measured.close()
