import { expect, test } from 'vitest'
import type { OpenPages } from './open-pages.ts'
import { MAX_KEPT, close, closeAll, closeOthers, keptPages, lastVisited, rebuild, visit } from './open-pages.ts'

const empty: OpenPages<string> = { tags: [], openings: {}, recent: [] }
const opened = (...paths: string[]) => paths.reduce((pages, path) => visit(pages, path, `${path}?`), empty)
const isPinned = (path: string) => path === '/home'
const pathsOf = ({ tags }: OpenPages<string>) => tags.map(({ path }) => path)

test('a page visited again keeps its place and takes its new address', () => {
  const pages = visit(opened('/home', '/a', '/b'), '/a', '/a?page=2')
  expect(pages.tags).toEqual([
    { path: '/home', at: '/home?' },
    { path: '/a', at: '/a?page=2' },
    { path: '/b', at: '/b?' },
  ])
  expect(pages.recent).toEqual(['/home', '/b', '/a'])
})

test('pinned pages stay, whatever is closed', () => {
  const pages = opened('/home', '/a', '/b')
  expect(pathsOf(close(pages, '/home', isPinned))).toEqual(['/home', '/a', '/b'])
  expect(pathsOf(close(pages, '/a', isPinned))).toEqual(['/home', '/b'])
  expect(pathsOf(closeOthers(pages, '/b', isPinned))).toEqual(['/home', '/b'])
  expect(pathsOf(closeOthers(pages, '/home', isPinned))).toEqual(['/home'])
  expect(pathsOf(closeAll(pages, isPinned))).toEqual(['/home'])
})

test('after a page was closed the one before it is shown', () => {
  const pages = visit(opened('/home', '/a', '/b', '/c'), '/a', '/a?')
  expect(lastVisited(close(pages, '/a', isPinned))?.path).toBe('/c')
  expect(lastVisited(closeAll(pages, isPinned))?.path).toBe('/home')
  expect(lastVisited(empty)).toBeUndefined()
})

test('a page that is refreshed is another one, a new address is not', () => {
  const pages = opened('/home', '/a')
  expect(rebuild(pages, '/a').openings).toEqual({ '/a': 1 })
  expect(rebuild(rebuild(pages, '/a'), '/a').openings).toEqual({ '/a': 2 })
  expect(visit(pages, '/a', '/a?page=2').openings).toEqual({})
})

test('only pages that may be kept are, and not more than a few', () => {
  const many = opened('/home', ...Array.from({ length: MAX_KEPT + 5 }, (_, at) => `/page-${at}`))
  expect(keptPages(many, () => true).map(({ path }) => path)).toEqual(Array.from({ length: MAX_KEPT }, (_, at) => `/page-${at + 5}`))
  expect(keptPages(opened('/home', '/a', '/b'), (path) => path !== '/a').map(({ path }) => path)).toEqual(['/home', '/b'])
})
