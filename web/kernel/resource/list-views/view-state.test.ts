import { describe, expect, it } from 'vitest'
import { users } from '../../../../model/index.ts'
import { readListState, writeListState } from '../list-state.ts'
import type { ListKept, ListView } from '../../../../model/contract/account/list-views.ts'
import { isChanged, stateOfView, viewStateOf, viewToOpen, withFilters } from './view-state.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const OTHER = '01900000-0000-7000-8000-000000000002'
const view: ListView = {
  id: ID,
  viewName: 'Night',
  audience: 'own',
  roleId: [],
  mayChange: true,
  version: 1,
  withheld: 0,
  state: { filters: { status: '1' }, sorter: 'username_ascend', look: { widths: { username: 200, nickname: 90 } } },
}
const kept = (change: Partial<ListKept> = {}): ListKept => ({ look: {}, defaultViewId: null, mayShare: false, list: [view], ...change })
const read = (address: string) => readListState(new URLSearchParams(address), users)

describe('the view a list opens with', () => {
  it('is the one the address names, where it says nothing else', () => {
    expect(viewToOpen(kept(), read(`view=${ID}`))).toBe(view)
    expect(viewToOpen(kept(), read(`view=${ID}&status=0`))).toBeUndefined()
    expect(viewToOpen(kept(), read(`view=${ID}&sorter=nickname_ascend`))).toBeUndefined()
    expect(viewToOpen(kept(), read(`view=${OTHER}`))).toBeUndefined()
    expect(viewToOpen(undefined, read(`view=${ID}`))).toBeUndefined()
  })

  it("is the reader's own choice, where the address says nothing", () => {
    const chosen = kept({ defaultViewId: ID })
    expect(viewToOpen(chosen, read(''))).toBe(view)
    for (const address of ['view=none', 'currentPage=2', 'username=ann']) expect(viewToOpen(chosen, read(address)), address).toBeUndefined()
    expect(viewToOpen(kept(), read(''))).toBeUndefined()
  })

  it('is written out in the address', () => {
    expect(writeListState(stateOfView(users, view, 10)).toString()).toBe(`view=${ID}&sorter=username_ascend&status=1`)
    const bare = { ...view, state: { filters: {}, look: {} } }
    expect(viewToOpen(kept({ list: [bare], defaultViewId: ID }), read(''))).toBe(bare)
    // Then the address says all there is to say.
    expect(viewToOpen(kept({ list: [bare], defaultViewId: ID }), read(`view=${ID}`))).toBeUndefined()
  })
})

describe('a list in a view', () => {
  it('is changed by other filters, another order, other columns; not by the order in which they were said', () => {
    const as = (address: string, look = view.state.look) => isChanged(view, viewStateOf(read(address), look))
    expect(as('status=1&sorter=username_ascend')).toBe(false)
    expect(as('status=1&sorter=username_ascend', { widths: { nickname: 90, username: 200 } })).toBe(false)
    expect(as('status=0&sorter=username_ascend')).toBe(true)
    expect(as('status=1')).toBe(true)
    expect(as('status=1&sorter=username_ascend', {})).toBe(true)
  })

  it('leaves the view when its filters are taken away, and stays with other ones', () => {
    const state = read(`view=${ID}&status=1&currentPage=3`)
    expect(withFilters(state, {}, view)).toMatchObject({ view: 'none', page: 1, filters: {} })
    expect(withFilters(state, { status: '0' }, view)).toMatchObject({ view: ID, page: 1, filters: { status: '0' } })
    expect(withFilters(read('status=1'), {}, undefined).view).toBeUndefined()
  })
})
