/** Whatever is done in the designer can be taken back, step by step, and done again. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScreenDocument } from '../../../../../model/screens/document.ts'
import { SCREEN } from '../../../../../model/screens/document.ts'
import { ALIGNMENTS, DIRECTIONS, aligned, distributed } from './align.ts'
import { paste, textOf } from './clipboard.ts'
import { ORDERS, added, flagged, grouped, moved, ordered, orderedTo, removed, ungrouped, withGroups } from './edits.ts'
import { pageOf, screenOf, widgetAt } from './example.ts'
import type { DesignState } from './history.ts'
import { MAX_UNDO, beginWith, choose, goTo, pageIn, redo, step, undo } from './history.ts'
import { KIND_GROUPS, newWidget } from './new-widget.ts'
import { dropVariable, putVariable } from './names.ts'
import { addPage, copyPage, movePage, removePage, withPage } from './pages.ts'
import { withOption, withSide, withStyle } from './together.ts'

const KINDS = Object.values(KIND_GROUPS).flat()
const first = screenOf(
  pageOf(
    widgetAt('w1', [0, 0, 100, 50]),
    widgetAt('w2', [200, 30, 100, 50], { group: 'g1' }),
    widgetAt('w3', [400, 60, 80, 40], { group: 'g1' }),
    widgetAt('w4', [700, 500, 80, 40], { locked: true }),
  ),
)

type Made = (state: DesignState) => DesignState
const onPage =
  (made: Parameters<typeof withPage>[2]): Made =>
  (state) =>
    step(state, withPage(state.document, pageIn(state).id, made))
const onAll =
  (made: (document: ScreenDocument, state: DesignState) => ScreenDocument): Made =>
  (state) =>
    step(state, made(state.document, state))

/** Everything that the designer does, drawn. */
const operation: fc.Arbitrary<Made> = fc.oneof(
  fc.array(fc.nat(8), { maxLength: 4 }).map((places): Made => (state) => {
    const { widgets } = pageIn(state)
    return choose(
      state,
      withGroups(
        pageIn(state),
        places.flatMap((at) => widgets[at]?.id ?? []),
      ),
    )
  }),
  fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })).map(
    ([x, y]): Made =>
      (state) =>
        onPage((page) => moved(page, state.chosen, x, y))(state),
  ),
  fc.constantFrom(...ORDERS).map(
    (order): Made =>
      (state) =>
        onPage((page) => ordered(page, state.chosen, order))(state),
  ),
  fc.constantFrom(...ALIGNMENTS).map(
    (how): Made =>
      (state) =>
        onPage((page) => aligned(page, state.chosen, how, state.document.size))(state),
  ),
  fc.constantFrom(...DIRECTIONS).map(
    (how): Made =>
      (state) =>
        onPage((page) => distributed(page, state.chosen, how))(state),
  ),
  fc.constantFrom(...KINDS).map(
    (kind): Made =>
      (state) =>
        onPage((page) => added(page, [newWidget(state.document, page, { kind })]))(state),
  ),
  fc.tuple(fc.constantFrom('locked', 'hidden'), fc.boolean()).map(
    ([flag, isSet]): Made =>
      (state) =>
        onPage((page) => flagged(page, state.chosen, flag, isSet))(state),
  ),
  fc.constantFrom<Made>(
    (state) => onPage((page) => removed(page, state.chosen))(state),
    (state) => onPage((page) => grouped(page, state.chosen))(state),
    (state) => onPage((page) => ungrouped(page, state.chosen))(state),
    (state) => onPage((page) => orderedTo(page, state.chosen[0] ?? '', 0))(state),
    (state) => onPage((page) => withStyle(page, state.chosen, { bold: true }))(state),
    (state) => onPage((page) => withStyle(page, state.chosen, { bold: undefined }))(state),
    (state) => onPage((page) => withSide(page, state.chosen, 2, 64))(state),
    (state) =>
      onPage((page) =>
        withOption(
          page,
          state.chosen.filter((id) => page.widgets.find((one) => one.id === id)?.kind === 'text'),
          'text',
          'x',
        ),
      )(state),
    (state) => {
      const pasted = paste(state.document, pageIn(state).id, textOf(state.document, pageIn(state), state.chosen))
      return typeof pasted === 'string' ? state : step(state, pasted.document, { chosen: pasted.ids })
    },
    onAll((document) => addPage(document, 'p1', 'More')?.document ?? document),
    onAll((document, { pageId }) => copyPage(document, pageId, 'Copy')?.document ?? document),
    onAll((document, { pageId }) => removePage(document, pageId)),
    onAll((document, { pageId }) => movePage(document, pageId, 1)),
    onAll((document) =>
      document.variables.length < 5
        ? putVariable(document, undefined, { name: `v${document.variables.length + 1}`, kind: 'text', label: 'V' })
        : document,
    ),
    onAll((document) => dropVariable(document, 'v1')),
    (state) => goTo(state, state.document.pages.at(-1)?.id ?? ''),
    undo,
    redo,
  ),
)

describe('the history of the designer', () => {
  it('leads back to the beginning from wherever one has come to, and there again; each state is a document', () => {
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
        let state = beginWith(first)
        for (const operate of operations) {
          state = operate(state)
          expect(pageIn(state).id).toBe(state.pageId)
          const ids = pageIn(state).widgets.map(({ id }) => id)
          expect(state.chosen.filter((id) => !ids.includes(id))).toEqual([])
        }
        const read = SCREEN.safeParse(state.document)
        expect(read.success ? [] : read.error.issues).toEqual([])
        const last = state.document
        const ahead = state.future.length
        while (state.past.length > 0) state = undo(state)
        expect(state.document).toEqual(first)
        while (state.future.length > ahead) state = redo(state)
        expect(state.document).toEqual(last)
      }),
    )
  })

  it('keeps so many steps and no more, and steps of one run are one', () => {
    let state = beginWith(first)
    for (let at = 0; at < MAX_UNDO + 50; at += 1) state = onPage((page) => moved(page, ['w1'], 1, 0))(state)
    expect(state.past).toHaveLength(MAX_UNDO)
    state = beginWith(first)
    for (let at = 0; at < 5; at += 1)
      state = step(
        state,
        withPage(state.document, 'p1', (page) => moved(page, ['w1'], 1, 0)),
        { run: 'nudge w1' },
      )
    expect(state.past).toHaveLength(1)
    // Choosing something else in between begins another one.
    state = step(
      choose(state, ['w1']),
      withPage(state.document, 'p1', (page) => moved(page, ['w1'], 1, 0)),
      { run: 'nudge w1' },
    )
    expect(state.past).toHaveLength(2)
    expect(undo(undo(state)).document).toBe(first)
  })

  it('goes back to the page that a step was made on, with what was chosen there', () => {
    const two = addPage(first, 'p1', 'Second')
    let state = beginWith(two?.document ?? first)
    state = choose(state, ['w1'])
    state = step(
      state,
      withPage(state.document, 'p1', (page) => removed(page, ['w1'])),
    )
    expect(state.chosen).toEqual([])
    state = goTo(state, two?.id ?? '')
    state = undo(state)
    expect([state.pageId, state.chosen]).toEqual(['p1', ['w1']])
  })

  it('takes nothing for a step that changes nothing', () => {
    const state = beginWith(first)
    expect(onPage((page) => moved(page, ['w4'], 5, 5))(state)).toBe(state)
    expect(onPage((page) => removed(page, ['w4']))(state)).toBe(state)
    expect(onPage((page) => ordered(page, ['w4'], 'front'))(state)).toBe(state)
  })
})
