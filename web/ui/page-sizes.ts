/** How a list is divided into pages (section 9 of the specification). */

export const FIRST_PAGE = 1
/** Rows of a page, where a list says nothing else. */
export const PAGER_SIZE = 20
export const PAGE_SIZES = [10, 20, 30, 50, 100, 200] as const
