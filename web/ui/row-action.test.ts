import { describe, expect, it } from 'vitest'
import type { RowAction } from './row-action.ts'
import { actionsIn, iconOf, widthOfActions } from './row-action.ts'

const run = () => undefined
const actions: RowAction[] = [
  { key: 'grant', label: 'Grant', run },
  { key: 'ack', label: 'Acknowledge', icon: 'v', main: true, run },
  { key: 'update', label: 'Edit', smallIcon: 'e', run },
  { key: 'delete', label: 'Delete', smallIcon: 'd', run },
  { key: 'history', label: 'History', rare: true, run },
]
const keys = (some: readonly RowAction[]) => some.map(({ key }) => key)
const widthOf = (text: string) => text.length * 10

describe('the actions of a row', () => {
  it('stand beside each other up to three, the last ones; the others are in the menu', () => {
    const { shown, rest } = actionsIn(actions, 'words')
    expect([keys(shown), keys(rest)]).toEqual([
      ['ack', 'update', 'delete'],
      ['grant', 'history'],
    ])
  })

  it('are all in the menu on a phone, but for what the row is there for', () => {
    const { shown, rest } = actionsIn(actions, 'menu')
    expect([keys(shown), keys(rest)]).toEqual([['ack'], ['grant', 'update', 'delete', 'history']])
  })

  it('are icons where words would take the room of a column, as far as there are any', () => {
    expect(actions.map((action) => iconOf(action, 'words'))).toEqual([undefined, 'v', undefined, undefined, undefined])
    expect(actions.map((action) => iconOf(action, 'icons'))).toEqual([undefined, 'v', 'e', 'd', undefined])
  })

  it('need as much width as is drawn: each button, and the menu where there is one', () => {
    const edit = actions.slice(2, 3)
    expect(widthOfActions(edit, 'words', widthOf)).toBe(12 + 40 + 16)
    expect(widthOfActions(edit, 'icons', widthOf)).toBe(12 + 16 + 16)
    expect(widthOfActions(actions.slice(2), 'words', widthOf)).toBe(12 + 56 + 76 + 32)
    expect(widthOfActions([], 'words', widthOf)).toBe(12)
  })
})
