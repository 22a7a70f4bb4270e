import { TreeSelect } from 'antd'
import type { TreeSelectProps } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import type { TreeOption } from './options.ts'

interface TreePickerProps {
  readonly id?: string
  readonly value?: string
  readonly options: readonly TreeOption[]
  readonly none: string
  readonly disabled?: boolean
  readonly onChange?: (value: string | undefined) => void
}

/** One node of a tree. A file of its own because trees are heavy and many pages have none. */
export default function TreePicker({ id, options, value, none, onChange, ...rest }: TreePickerProps) {
  const own = useId()
  const name = id ?? own
  return (
    <TreeSelect
      {...rest} id={name} allowClear treeDefaultExpandAll value={value || null} treeData={nodesOf(options)} notFoundContent={none}
      showSearch={{ treeNodeFilterProp: 'title' }} popupMatchSelectWidth={false} styles={{ popup: { root: { minWidth: 240, maxWidth: 'min(480px, 92vw)' } } }}
      popupRender={(menu) => <Popup id={`${name}_list`}>{menu}</Popup>}
      onChange={(next: string | null | undefined) => onChange?.(next ?? undefined)}
    />
  )
}

/** Mends two things the library does for lists and forgets for trees. */
function Popup({ id, children }: { id: string; children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  // What scrolls can be reached and scrolled by keyboard; a tree may hold a group, and nothing else that takes the focus.
  // After each rendering, since a search may have replaced it.
  useEffect(() => {
    const scrolled = own.current?.querySelector('.ant-select-tree-list-holder')
    scrolled?.setAttribute('tabindex', '0')
    scrolled?.setAttribute('role', 'group')
  })
  // The control names its list by this id.
  return <div ref={own} id={id} role="presentation">{children}</div>
}

type Nodes = NonNullable<TreeSelectProps['treeData']>

function nodesOf(options: readonly TreeOption[]): Nodes {
  return options.map(({ value, title, children }) => ({ value, title, ...(children ? { children: nodesOf(children) } : {}) }))
}
