/** What the keyboard does with the parts of a form, on the canvas and in the outline alike. */
import type { KeyboardEvent } from 'react'
import type { Design } from './design-store.ts'
import { neighbour, placeTowards } from './placing.ts'
import type { Direction } from './placing.ts'
import { partsIn } from './state/doc.ts'
import { copyOf, randomId } from './state/new-parts.ts'

const MOVES: Readonly<Record<string, Direction>> = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' }

/** Answers a key on a part. @param edit Opens what the part says */
export function answerKey(event: KeyboardEvent, { act, store }: Design, edit: () => void): void {
  const target = event.target as HTMLElement
  const key = target.dataset['part']
  if (key === undefined || event.ctrlKey || event.metaKey) return
  const { doc } = store.getState()
  const done = () => event.preventDefault()
  if (event.altKey) {
    const direction = MOVES[event.key]
    if (!direction) return
    done()
    const to = placeTowards(doc, key, direction)
    if (to) act({ do: 'move', key, to })
    return
  }
  if (event.key === 'Enter' || event.key === 'F2') {
    done()
    act({ do: 'select', key })
    edit()
  } else if (event.key === ' ') {
    done()
    act({ do: 'select', key })
  } else if (event.key === 'Delete' || event.key === 'Backspace') {
    done()
    act({ do: 'remove', key })
  } else if (event.key === 'Escape') act({ do: 'select', key: undefined })
  else {
    const next = neighbour(doc, key, event.key)
    if (next === undefined) return
    done()
    act({ do: 'select', key: next })
  }
}

/** Puts a copy of the part behind it. */
export function duplicate({ act, store }: Design, key: string): void {
  const found = partsIn(store.getState().doc).get(key)
  if (found) act({ do: 'insert', part: copyOf(found.part, randomId), at: { parent: found.parent, at: found.at + 1 } })
}
