/** Signs of the player, drawn by hand: it comes without the icons of the console. */
const PATHS = {
  before: 'M12.500 4 6.500 10l6 6',
  next: 'M7.500 4l6 6-6 6',
  pause: 'M7 4.500v11M13 4.500v11',
  play: 'M6.500 4v12l9-6Z',
  playback: 'M4 10a6 6 0 1 0 2-4.500L4 7.500M4 3.500v4h4M10 6.500V10l2.500 2',
  full: 'M4 8V4h4M12 4h4v4M16 12v4h-4M8 16H4v-4',
  sound: 'M4 8v4h2.500L10 15V5L6.500 8ZM13 7.500a3.500 3.500 0 0 1 0 5M15 5.500a6.500 6.500 0 0 1 0 9',
  silent: 'M4 8v4h2.500L10 15V5L6.500 8ZM13 8l4 4M17 8l-4 4',
  help: 'M7.500 7.500a2.500 2.500 0 1 1 3.500 2.300c-.7.300-1 .8-1 1.700M10 14.500v.6',
  close: 'M5 5l10 10M15 5 5 15',
  edit: 'M4 16l.8-3.500L13 4.300l2.700 2.700-8.200 8.200Z',
  copy: 'M7 7V4h9v9h-3M4 7h9v9H4Z',
  begin: 'M13 4H7v12h6',
  end: 'M7 4h6v12H7',
} as const
export type IconName = keyof typeof PATHS

export function PlayerIcon({ of }: { readonly of: IconName }) {
  return (
    <svg className="player-icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={PATHS[of]} fill="none" stroke="currentColor" strokeWidth="1.700" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

interface PlayerButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

export function PlayerButton({ icon, label, isPressed, isDisabled = false, onClick }: PlayerButtonProps) {
  return (
    <button
      type="button"
      className="player-button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <PlayerIcon of={icon} />
    </button>
  )
}
