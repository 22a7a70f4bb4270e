import { beforeEach, describe, expect, it, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
})
const load = async () => {
  vi.resetModules()
  return import('./recent-pages.ts')
}
beforeEach(() => kept.clear())

describe('the pages somebody visited', () => {
  it('are kept the latest first, each once, and outlive the page', async () => {
    const { noteVisit } = await load()
    for (const [at, path] of ['/a', '/b', '/a', '/workbench'].entries()) noteVisit('ann', path, at)
    const { useRecentPages } = await load()
    expect(useRecentPages.getState()).toEqual({
      ann: [
        { path: '/a', at: 2 },
        { path: '/b', at: 1 },
      ],
    })
  })

  it("are each person's own, twenty pages of five people", async () => {
    const { noteVisit, useRecentPages } = await load()
    for (let at = 0; at < 25; at += 1) noteVisit('ann', `/${at}`, at)
    for (const [at, user] of ['ben', 'cleo', 'dan', 'eve', 'fay'].entries()) noteVisit(user, '/x', 100 + at)
    expect(Object.keys(useRecentPages.getState()).toSorted(), 'whoever was here longest ago is forgotten').toEqual([
      'ben',
      'cleo',
      'dan',
      'eve',
      'fay',
    ])
    for (let at = 0; at < 25; at += 1) noteVisit('ben', `/${at}`, 200 + at)
    expect(useRecentPages.getState()['ben']).toHaveLength(20)
    expect(useRecentPages.getState()['ben']?.[0]?.path).toBe('/24')
  })

  it.each(['[', '7', 'null', '{"ann":7}', '{"ann":[{"path":1}]}'])('begin anew where %s stands in their place', async (text) => {
    kept.set('recent_pages', text)
    expect((await load()).useRecentPages.getState()).toEqual({})
  })
})
