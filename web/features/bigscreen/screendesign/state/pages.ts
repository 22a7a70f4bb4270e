/** The pages of a screen: added, copied, ordered, removed, changed. Pure. */
import type { ScreenDocument, ScreenPage } from '../../../../../model/screens/document.ts'
import { MAX_PAGES } from '../../../../../model/screens/document.ts'
import { freeName } from './edits.ts'

/** The screen with a page as the function makes it; the same one where nothing changed. */
export function withPage(document: ScreenDocument, pageId: string, made: (page: ScreenPage) => ScreenPage): ScreenDocument {
  const at = document.pages.findIndex(({ id }) => id === pageId)
  const before = document.pages[at]
  if (!before) return document
  const page = made(before)
  return page === before ? document : { ...document, pages: document.pages.with(at, page) }
}

const freePage = ({ pages }: ScreenDocument) =>
  freeName(
    pages.map(({ id }) => id),
    'p',
  )

/** The screen with one more page behind another one, and its id; undefined where there can be no more. */
export function addPage(document: ScreenDocument, after: string, title: string): { document: ScreenDocument; id: string } | undefined {
  return put(document, after, (id) => ({ id, title, widgets: [] }))
}

/** The screen with a copy of a page behind it, and the id of the copy; undefined where there can be no more. */
export function copyPage(document: ScreenDocument, pageId: string, title: string): { document: ScreenDocument; id: string } | undefined {
  const page = document.pages.find(({ id }) => id === pageId)
  return page && put(document, pageId, (id) => ({ ...page, id, title }))
}

function put(document: ScreenDocument, after: string, made: (id: string) => ScreenPage) {
  if (document.pages.length >= MAX_PAGES) return undefined
  const id = freePage(document)
  const at = document.pages.findIndex((page) => page.id === after)
  return { document: { ...document, pages: document.pages.toSpliced(at + 1, 0, made(id)) }, id }
}

/** The screen without a page; the same one where it is the only one. Actions that led to it stay and are found by the check. */
export function removePage(document: ScreenDocument, pageId: string): ScreenDocument {
  const pages = document.pages.filter(({ id }) => id !== pageId)
  return pages.length === 0 || pages.length === document.pages.length ? document : { ...document, pages }
}

/** The screen with a page so many places further on. */
export function movePage(document: ScreenDocument, pageId: string, by: number): ScreenDocument {
  const at = document.pages.findIndex(({ id }) => id === pageId)
  const page = document.pages[at]
  const to = Math.max(0, Math.min(document.pages.length - 1, at + by))
  if (!page || to === at) return document
  return { ...document, pages: document.pages.toSpliced(at, 1).toSpliced(to, 0, page) }
}
