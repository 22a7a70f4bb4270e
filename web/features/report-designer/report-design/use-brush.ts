/** The format brush: takes the looks of the chosen cell and puts them on the cells that are chosen next. */
import type { KeyboardEvent, PointerEvent } from 'react'
import { useRef, useState } from 'react'
import type { Style } from '../../../../model/reports/template.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { nameOfArea } from './state/cells.ts'
import { restyle, styleOf } from './state/edits.ts'
import { chosenIn } from './state/history.ts'
import { useSheet } from './store.ts'

export interface Brush {
  readonly isHeld: boolean
  /** Takes the looks of the chosen cell, or lays down what is held. */
  readonly toggle: () => void
  /** For the sheet: puts the looks that are held on what is chosen from a cell or a heading on, once the main button is let go. */
  readonly pointer: {
    readonly onPointerDownCapture: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  }
  /** Whether the key was one of the brush: Ctrl+Alt+C takes, Ctrl+Alt+V and Enter put, Escape lays down. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean
}

/** The brush of an opened template. @param announce Tells what was done, for those who do not see it */
export function useBrush(announce: (text: string) => void): Brush {
  const t = useT()
  const sheet = useSheet()
  const [held, setHeld] = useState<Style>()
  const isPressed = useRef(false)

  function take(): void {
    const { template, at } = sheet.store.getState()
    setHeld(styleOf(template, at))
    announce(t('report-design.brush-taken'))
  }

  function put(): void {
    if (!held) return
    sheet.change((template, area) => restyle(template, area, () => held))
    setHeld(undefined)
    announce(t('report-design.brush-put', { cells: nameOfArea(chosenIn(sheet.store.getState())) }))
  }

  const pointer = {
    // On the way down: the grip of a heading keeps what follows to itself.
    onPointerDownCapture({ button, target }: PointerEvent<HTMLElement>): void {
      const pressed = target as HTMLElement
      isPressed.current = held !== undefined && button === 0 && pressed.matches('.sheet-cell *, .sheet-cell, .sheet-edge')
    },
    onPointerUp({ button }: PointerEvent<HTMLElement>): void {
      if (button !== 0 || !isPressed.current) return
      isPressed.current = false
      put()
    },
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): boolean {
    // What Alt makes of a letter differs among keyboards.
    const isOwn = (event.ctrlKey || event.metaKey) && event.altKey
    const does =
      isOwn && event.code === 'KeyC' ? take : held && ((isOwn && event.code === 'KeyV') || event.key === 'Enter') ? put : undefined
    const down = held && event.key === 'Escape' ? () => setHeld(undefined) : undefined
    const act = does ?? down
    if (!act) return false
    event.preventDefault()
    act()
    return true
  }

  return { isHeld: held !== undefined, toggle: held ? () => setHeld(undefined) : take, pointer, onKeyDown }
}
