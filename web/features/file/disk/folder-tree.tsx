/** One's folders as a tree: arrows walk, Enter opens, and what is dropped on a folder goes there. */
import type { KeyboardEvent, ReactNode } from 'react'
import { useMemo, useRef, useState } from 'react'
import type { FolderNode } from '../../../../model/contract/file/disk.ts'
import { FileIcon } from '../../../shared/files/file-icon.tsx'
import type { Dropped } from '../../../shared/files/uploads/found.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import '../../../ui/twig.css'
import { dropOn } from './drag.ts'

interface FolderTreeProps {
  readonly nodes: readonly FolderNode[]
  readonly current: string
  readonly onGo: (folder: string) => void
  readonly onMove: ((ids: readonly string[], folder: string) => void) | undefined
  readonly onUpload: ((dropped: Promise<Dropped>, folder: string) => void) | undefined
}

interface Line {
  readonly id: string
  readonly above: string | undefined
  readonly node: FolderNode
  readonly depth: number
  readonly isOpen: boolean
}

export function FolderTree({ nodes, current, onGo, onMove, onUpload }: FolderTreeProps) {
  const t = useT()
  const own = useRef<HTMLUListElement>(null)
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [reached, setReached] = useState<string>()
  // Folders above the current one stand open, unless somebody closed them.
  const above = useMemo(() => new Set(wayTo(nodes, current)), [nodes, current])
  const lines = useMemo(() => linesOf(nodes, (id) => turned.get(id) ?? above.has(id)), [nodes, turned, above])
  const stop = [reached, current].find((id) => lines.some((line) => line.id === id)) ?? lines[0]?.id

  const turn = (id: string, open: boolean) => setTurned(new Map(turned).set(id, open))
  const goTo = (line: Line | undefined) => {
    if (!line) return
    setReached(line.id)
    own.current?.querySelector<HTMLElement>(`[data-folder="${line.id}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const at = lines.findIndex(({ id }) => id === (event.target as HTMLElement).dataset['folder'])
    const line = lines[at]
    if (!line || event.altKey || event.ctrlKey || event.metaKey) return
    const isBranch = line.node.children.length > 0
    if (event.key === 'ArrowDown') goTo(lines[at + 1])
    else if (event.key === 'ArrowUp') goTo(lines[at - 1])
    else if (event.key === 'Home') goTo(lines[0])
    else if (event.key === 'End') goTo(lines.at(-1))
    else if (event.key === 'ArrowRight' && isBranch) {
      if (line.isOpen) goTo(lines[at + 1])
      else turn(line.id, true)
    } else if (event.key === 'ArrowLeft') {
      if (isBranch && line.isOpen) turn(line.id, false)
      else goTo(lines.find(({ id }) => id === line.above))
    } else if (event.key === 'Enter' || event.key === ' ') onGo(line.id)
    else return
    event.preventDefault()
  }

  const branch = (some: readonly FolderNode[], depth: number): ReactNode =>
    some.map((node) => {
      const isOpen = turned.get(node.id) ?? above.has(node.id)
      const isBranch = node.children.length > 0
      return (
        <li
          key={node.id}
          role="treeitem"
          data-folder={node.id}
          tabIndex={node.id === stop ? 0 : -1}
          aria-level={depth}
          aria-selected={node.id === current}
          aria-label={node.label}
          {...(isBranch ? { 'aria-expanded': isOpen } : {})}
          onClick={(event) => {
            event.stopPropagation()
            setReached(node.id)
            onGo(node.id)
          }}
          {...dropOn({
            move:
              onMove &&
              ((ids) => {
                if (!ids.includes(node.id)) onMove(ids, node.id)
              }),
            upload: onUpload && ((dropped) => onUpload(dropped, node.id)),
          })}
        >
          <span className={node.id === current ? 'folder-line here' : 'folder-line'} title={node.label}>
            <span
              className={isBranch ? (isOpen ? 'twig open' : 'twig') : 'twig leaf'}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation()
                if (isBranch) turn(node.id, !isOpen)
              }}
            />
            <FileIcon type="folder" /> <span className="folder-name">{node.label}</span>
          </span>
          {isBranch && isOpen && <ul role="group">{branch(node.children, depth + 1)}</ul>}
        </li>
      )
    })

  return (
    <ul ref={own} role="tree" className="folder-tree" aria-label={t('disk.folders')} onKeyDown={onKeyDown}>
      {branch(nodes, 1)}
    </ul>
  )
}

function linesOf(nodes: readonly FolderNode[], isOpen: (id: string) => boolean): Line[] {
  const walk = (some: readonly FolderNode[], depth: number, above: string | undefined): Line[] =>
    some.flatMap((node) => {
      const open = isOpen(node.id)
      return [{ id: node.id, above, node, depth, isOpen: open }, ...(open ? walk(node.children, depth + 1, node.id) : [])]
    })
  return walk(nodes, 1, undefined)
}

/** The folders above one. */
function wayTo(nodes: readonly FolderNode[], id: string): string[] {
  for (const node of nodes) {
    if (node.children.some((child) => child.id === id)) return [node.id]
    const below = wayTo(node.children, id)
    if (below.length > 0) return [node.id, ...below]
  }
  return []
}
