/**
 * Narrows a list by a node of a tree. Most visits never open it, and trees are heavy: until somebody turns to it, it is a plain
 * box that looks the same. What is pressed meanwhile is done when the tree has come.
 */
import { Select } from 'antd'
import { useState } from 'react'
import type { TreeOption } from '../../ui/options.ts'
import { useLoaded } from '../../ui/lazy-with-preload.tsx'
import { useT } from '../i18n/i18n.ts'
import { NodePicker, TreePicker } from './node-picker.tsx'
import { useTree } from './options.ts'
import { useClearing } from '../../ui/clearing.tsx'

interface NodeFilterProps {
  readonly noun: string
  readonly id: string
  readonly value: string
  readonly onChange: (value: string | undefined) => void
}

/** `press`: a finger or a button is down. What stands there has to stay until it is up again, or the press is lost. */
type Wish = 'near' | 'press' | 'focus' | 'open'

export function NodeFilter({ noun, id, value, onChange }: NodeFilterProps) {
  const t = useT()
  const clearing = useClearing()
  const options = useTree(noun)
  const [wish, setWish] = useState<Wish>()
  const there = useLoaded(TreePicker, wish !== undefined)
  const [wasThere] = useState(there)
  if (there && (wasThere || (wish && wish !== 'press'))) {
    const turnedTo = wish === 'focus' || wish === 'open'
    return (
      <NodePicker
        noun={noun}
        id={id}
        value={value}
        onChange={onChange as (next: never) => void}
        {...(turnedTo ? { autoFocus: true, defaultOpen: wish === 'open' } : {})}
      />
    )
  }
  const name = nameIn(options, value)
  return (
    <Select
      id={id}
      open={false}
      showSearch
      allowClear={clearing}
      value={value || null}
      options={value ? [{ value, label: name ?? value }] : []}
      notFoundContent={t('list.no-options')}
      onChange={() => {
        setWish('focus')
        onChange(undefined)
      }}
      onMouseDown={() => setWish('press')}
      onMouseEnter={() => setWish((before) => before ?? 'near')}
      onFocus={() => setWish((before) => (before === 'open' || before === 'press' ? before : 'focus'))}
      // Whoever has gone on is not called back when the tree has come.
      onBlur={() => setWish('near')}
      // When the click has passed: the open tree would take it for one beside it, and close.
      onOpenChange={(open) => {
        if (open) setTimeout(() => setWish('open'))
      }}
    />
  )
}

function nameIn(options: readonly TreeOption[], value: string): string | undefined {
  for (const { value: own, title, children = [] } of options) {
    const found = own === value ? title : nameIn(children, value)
    if (found !== undefined) return found
  }
  return undefined
}
