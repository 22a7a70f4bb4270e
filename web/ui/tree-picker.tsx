import { TreeSelect } from 'antd'
import type { TreeSelectProps } from 'antd'
import { useId } from 'react'
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
      // The control names its list by this id, which the library gives to lists and forgets for trees.
      popupRender={(menu) => <div id={`${name}_list`} role="presentation">{menu}</div>}
      onChange={(next: string | null | undefined) => onChange?.(next ?? undefined)}
    />
  )
}

type Nodes = NonNullable<TreeSelectProps['treeData']>

function nodesOf(options: readonly TreeOption[]): Nodes {
  return options.map(({ value, title, children }) => ({ value, title, ...(children ? { children: nodesOf(children) } : {}) }))
}
