import { TreeSelect } from 'antd'
import type { TreeSelectProps } from 'antd'
import type { ReactNode } from 'react'
import { useEffect, useId, useRef } from 'react'
import type { TreeOption } from './options.ts'
import { useClearing } from './clearing.tsx'
import type { Marked } from './marked.ts'

interface TreePickerProps extends Marked {
  readonly id?: string
  readonly value?: string | readonly string[]
  readonly options: readonly TreeOption[]
  readonly none: string
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly several?: boolean
  readonly autoFocus?: boolean
  readonly defaultOpen?: boolean
  readonly onChange?: (value: never) => void
}

/** Trees of up to this many nodes show all of them at once. */
const UNFOLDED = 100

/** One node of a tree, or several. A file of its own because trees are heavy and many pages have none. */
export default function TreePicker({ id, options, value, none, several = false, onChange, ...rest }: TreePickerProps) {
  const own = useId()
  const name = id ?? own
  const size = sizeOf(options)
  const clearing = useClearing()
  return (
    <TreeSelect<unknown>
      // What is unfolded at first is decided when the tree is first drawn, so it is drawn anew when the tree has arrived.
      key={size > 1 ? 'there' : 'coming'}
      {...rest}
      id={name}
      allowClear={clearing}
      treeDefaultExpandAll={size <= UNFOLDED}
      value={several ? (value ?? []) : value || null}
      treeData={nodesOf(options)}
      notFoundContent={none}
      // What is below a node is not ticked with it: only what was chosen is stored.
      {...(several ? { multiple: true, treeCheckable: true, treeCheckStrictly: true } : {})}
      showSearch={{ treeNodeFilterProp: 'title' }}
      popupMatchSelectWidth={false}
      styles={{ popup: { root: { minWidth: 240, maxWidth: 'min(480px, 92vw)' } } }}
      popupRender={(menu) => <Popup id={`${name}_list`}>{menu}</Popup>}
      onChange={(next: unknown) =>
        onChange?.((several ? (next as readonly { value: string }[]).map((node) => node.value) : (next ?? undefined)) as never)
      }
    />
  )
}

function sizeOf(options: readonly TreeOption[]): number {
  return options.reduce((sum, { children = [] }) => sum + 1 + sizeOf(children), 0)
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
  return (
    <div ref={own} id={id} role="presentation">
      {children}
    </div>
  )
}

type Nodes = NonNullable<TreeSelectProps['treeData']>

function nodesOf(options: readonly TreeOption[]): Nodes {
  return options.map(({ value, title, children }) => ({ value, title, ...(children ? { children: nodesOf(children) } : {}) }))
}
