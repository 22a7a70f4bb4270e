/** Where the rows of a tree stand that a search has found: they are listed without their branches, and many have the same name. */
import { useMemo } from 'react'
import type { Resource } from '../../../model/resource.ts'
import type { Column } from '../../ui/column.ts'
import type { TreeOption } from '../../ui/options.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import type { ListState } from './list-state.ts'

/** How many of the names above a row are shown. */
const NEAR = 2
/** Pixels for a name and some of what stands above it. */
const WIDTH = 320

/** The columns of a list, that of the title with the names above each row where the tree itself is not shown. */
export function useTreePaths(
  of: Resource,
  columns: readonly Column<ResourceRow>[],
  tree: readonly TreeOption[],
  filters: ListState['filters'],
): readonly Column<ResourceRow>[] {
  const paths = useMemo(() => pathsOf(tree), [tree])
  if (!of.parent || Object.keys(filters).length === 0) return columns
  return columns.map((column) => {
    if (column.key !== of.title) return column
    const pathOf = ({ id }: ResourceRow) => paths.get(id) ?? []
    return {
      ...column,
      width: Math.max(column.width, WIDTH),
      text: (row) => [...pathOf(row), column.text?.(row) ?? ''].join(' / '),
      render: (row) => (
        <>
          {column.render(row)} {pathOf(row).length > 0 && <span className="tree-path">{nearest(pathOf(row))}</span>}
        </>
      ),
    }
  })
}

/** What tells two rows of one name apart stands next above them; the whole way is told by hovering. */
const nearest = (path: readonly string[]): string => [...(path.length > NEAR ? ['…'] : []), ...path.slice(-NEAR)].join(' / ')

/** The names above each node, the root first. */
export function pathsOf(tree: readonly TreeOption[], above: readonly string[] = []): Map<string, readonly string[]> {
  return new Map(tree.flatMap(({ value, title, children = [] }) => [[value, above] as const, ...pathsOf(children, [...above, title])]))
}
