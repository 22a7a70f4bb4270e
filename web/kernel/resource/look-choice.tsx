import type { Board } from './board.ts'

/** The table or the other look at the rows: two buttons of which one is pressed. */
export function LookChoice({
  names,
  isBoard,
  onChoose,
}: {
  names: Board['names']
  isBoard: boolean
  onChoose: (isBoard: boolean) => void
}) {
  return (
    <span className="list-looks" role="group" aria-label={names.label}>
      <button type="button" aria-pressed={!isBoard} onClick={() => onChoose(false)}>
        {names.table}
      </button>
      <button type="button" aria-pressed={isBoard} onClick={() => onChoose(true)}>
        {names.board}
      </button>
    </span>
  )
}
