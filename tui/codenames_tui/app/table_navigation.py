"""To the lobby of a table: one that somebody else hosts, or one that this app hosts."""

from typing import TYPE_CHECKING

from codenames_core.support.errors import CodenamesError
from codenames_tui.app.lab_navigation import LabNavigation

if TYPE_CHECKING:  # a table is imported when somebody wants one
    from codenames_tui.table.with_others_screen import HostTable, JoinTable


class TableNavigation(LabNavigation):
    """Goes to tables."""

    def on_join_table(self, message: "JoinTable") -> None:
        """Come to a table."""
        self.run_worker(self._join(message), group="table", exclusive=True)

    async def _join(self, message: "JoinTable") -> None:
        """Come once, and show the lobby where that lets one in."""
        from codenames_tui.table.client import TableClient
        from codenames_tui.table.guest import TableGuest, arrive
        from codenames_tui.table.lobby_screen import LobbyScreen

        on = self.screen
        client = TableClient(message.address.url, message.address.token, message.name)
        try:
            await arrive(client)
        except CodenamesError as error:
            self.complain(str(error))
            return
        if self.screen is on:
            self.note_table(None)
            self.push_screen(LobbyScreen(TableGuest(client), glyphs=self.look.glyphs))

    def on_host_table(self, message: "HostTable") -> None:
        """Open a table here, and show its lobby."""
        from codenames_core.play.pause_gate import PauseGate
        from codenames_core.play.unreachable import WhenUnreachable
        from codenames_tui.setup import game_form, prepared_games
        from codenames_tui.table.client import TableClient
        from codenames_tui.table.guest import TableGuest
        from codenames_tui.table.hosting.hosted_game import opened
        from codenames_tui.table.lobby_screen import LobbyScreen

        form = game_form.default_form(self.settings.preferences)
        try:
            words = game_form.word_list_of(form)
            config = game_form.config_of(form, words.language)
            teams = game_form.teams_of(form, config.seed)
            gate = PauseGate(pace=game_form.pace_of(form))
            game = prepared_games.new_game(config, teams, word_list=words, folder=self.games_folder, gate=gate)
            game.runner.when_unreachable = WhenUnreachable.PAUSE
            hosted = opened(game, game_form.turn_limit_of(form))
        except CodenamesError as error:
            self.complain(str(error))
            return
        self.note_table(hosted)
        guest = TableGuest(TableClient(hosted.url, hosted.owner_token, message.name))
        self.push_screen(LobbyScreen(guest, glyphs=self.look.glyphs, hosted=hosted))
