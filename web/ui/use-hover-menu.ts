/** A menu that opens under the pointer, so that one click chooses. Opened by a click, a touch or a key it takes the focus, and stays until something is chosen or it is left. */
import { useState } from 'react'

type Opened = 'no' | 'pointer' | 'press'

interface HoverMenu {
  /** For the `Dropdown`. */
  readonly dropdown: {
    readonly open: boolean
    readonly trigger: ('hover' | 'click')[]
    readonly autoFocus: boolean
    readonly onOpenChange: (open: boolean) => void
  }
  /** For the button: what a click or Enter does. */
  readonly press: () => void
}

/** Whether a menu is open that opens where the pointer rests on its button, and by a click or key; and what its button and the menu do. */
export function useHoverMenu(onOpen?: () => void): HoverMenu {
  const [opened, setOpened] = useState<Opened>('no')
  function change(next: Opened): void {
    if (next !== 'no' && opened === 'no') onOpen?.()
    setOpened(next)
  }
  return {
    dropdown: {
      open: opened !== 'no',
      // A menu that was asked for does not go because the pointer does.
      trigger: [opened === 'press' ? 'click' : 'hover'],
      autoFocus: opened === 'press',
      onOpenChange: (open) => {
        if (!open) change('no')
        else if (opened === 'no') change('pointer')
      },
    },
    press: () => {
      if (opened !== 'press') change('press')
    },
  }
}
