/** A tree of things to tick. Boxes are the browser's own, so that keyboard and screen reader know them; groups tick what is below. */
import type { ReactNode } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { named } from './named.ts'
import './twig.css'
import './tick-tree.css'

export interface TickNode {
  readonly id: string
  readonly label: string
  /** Smaller, after the label: a path, a code. */
  readonly detail?: string
  readonly children?: readonly TickNode[]
  /** Not ticked along with its group. */
  readonly alone?: boolean
}

export interface TickTexts {
  readonly search: string
  readonly none: string
  readonly unfold: string
  readonly fold: string
  /** How many of how many are ticked. */
  readonly count: (ticked: number, all: number) => string
}

interface TickTreeProps {
  readonly label: string
  readonly nodes: readonly TickNode[]
  /** Ids of leaves. */
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: ReadonlySet<string>) => void
  readonly readOnly?: boolean
  readonly texts: TickTexts
  /** Something to do about a node, at the end of its line. */
  readonly extra?: (node: TickNode) => ReactNode
}

/** With more leaves than this, groups begin folded. */
const MANY = 120

export function TickTree({ label, nodes, ticked, onTick, readOnly = false, texts, extra }: TickTreeProps) {
  const [typed, setTyped] = useState('')
  const all = useMemo(() => leavesOf(nodes), [nodes])
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () => new Set(all.length > MANY ? groupsOf(nodes).filter((group) => group !== nodes[0]?.id) : []),
  )
  const word = typed.trim().toLowerCase()
  const shown = word ? matching(nodes, word) : nodes
  const id = useId()

  function toggle(leaves: readonly TickNode[], on: boolean): void {
    const next = new Set(ticked)
    for (const leaf of leaves)
      if (on) next.add(leaf.id)
      else next.delete(leaf.id)
    onTick(next)
  }

  function fold(group: string): void {
    const next = new Set(folded)
    if (!next.delete(group)) next.add(group)
    setFolded(next)
  }

  const branch = (list: readonly TickNode[]): ReactNode => (
    <ul>
      {list.map((node) => {
        if (!node.children) {
          return (
            <li key={node.id} className={node.alone ? 'tick-leaf alone' : 'tick-leaf'}>
              <label>
                <input
                  type="checkbox"
                  checked={ticked.has(node.id)}
                  disabled={readOnly}
                  onChange={(event) => toggle([node], event.target.checked)}
                />
                <span>{node.label}</span>
                {node.detail && <small>{node.detail}</small>}
              </label>
              {extra?.(node)}
            </li>
          )
        }
        const isOpen = word !== '' || !folded.has(node.id)
        return (
          <li key={node.id} className="tick-group">
            <div>
              <button
                type="button"
                className={isOpen ? 'twig open' : 'twig'}
                aria-expanded={isOpen}
                aria-label={named(isOpen ? texts.fold : texts.unfold, node.label)}
                disabled={word !== ''}
                onClick={() => fold(node.id)}
              />
              <GroupBox node={node} ticked={ticked} readOnly={readOnly} count={texts.count} onToggle={toggle} />
              {extra?.(node)}
            </div>
            {isOpen && branch(node.children)}
          </li>
        )
      })}
    </ul>
  )

  return (
    <div className="tick-tree" role="group" aria-label={label}>
      <div className="tick-search">
        <input
          type="search"
          id={id}
          value={typed}
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span role="status">{texts.count(all.filter((leaf) => ticked.has(leaf.id)).length, all.length)}</span>
      </div>
      <div className="tick-list" tabIndex={-1}>
        {shown.length > 0 ? branch(shown) : <p className="tick-none">{texts.none}</p>}
      </div>
    </div>
  )
}

interface GroupBoxProps {
  readonly node: TickNode
  readonly ticked: ReadonlySet<string>
  readonly readOnly: boolean
  readonly count: TickTexts['count']
  readonly onToggle: (leaves: readonly TickNode[], on: boolean) => void
}

function GroupBox({ node, ticked, readOnly, count, onToggle }: GroupBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const leaves = leavesOf(node.children ?? [])
  const along = leaves.filter((leaf) => !leaf.alone)
  const on = along.length > 0 && along.every((leaf) => ticked.has(leaf.id))
  const some = !on && leaves.some((leaf) => ticked.has(leaf.id))
  useEffect(() => {
    if (box.current) box.current.indeterminate = some
  }, [some])
  return (
    <label>
      <input ref={box} type="checkbox" checked={on} disabled={readOnly} onChange={() => onToggle(on ? leaves : along, !on)} />
      <strong>{node.label}</strong>
      <small>{count(leaves.filter((leaf) => ticked.has(leaf.id)).length, leaves.length)}</small>
    </label>
  )
}

/** The nodes without children, at any depth. */
export function leavesOf(nodes: readonly TickNode[]): TickNode[] {
  return nodes.flatMap((node) => (node.children ? leavesOf(node.children) : [node]))
}

function groupsOf(nodes: readonly TickNode[]): string[] {
  return nodes.flatMap((node) => (node.children ? [node.id, ...groupsOf(node.children)] : []))
}

/** The nodes that contain the word, and the groups above them; of a group that contains it, everything. */
function matching(nodes: readonly TickNode[], word: string): TickNode[] {
  return nodes.flatMap((node) => {
    if (`${node.label} ${node.detail ?? ''}`.toLowerCase().includes(word)) return [node]
    const children = node.children && matching(node.children, word)
    return children && children.length > 0 ? [{ ...node, children }] : []
  })
}
