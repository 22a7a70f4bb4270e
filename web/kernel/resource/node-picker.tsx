/** Chooses a node, or several, of a noun that is a tree. */
import { Suspense } from 'react'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import type { Marked } from '../../ui/marked.ts'
import { useT } from '../i18n/i18n.ts'
import { withoutBranch } from './branches.ts'
import { useTree } from './options.ts'

export const TreePicker = lazyWithPreload(() => import('../../ui/tree-picker.tsx'))

interface NodePickerProps extends Marked {
  readonly noun: string
  readonly id?: string
  readonly value?: string | readonly string[]
  readonly onChange?: (value: never) => void
  readonly several?: boolean
  /** What is shown where nothing is chosen. */
  readonly placeholder?: string
  readonly autoFocus?: boolean
  readonly defaultOpen?: boolean
  /** Whether the place above all trees can be chosen. */
  readonly root?: boolean
  /** A node that is not offered, with everything below it. */
  readonly except?: string
}

export function NodePicker({ noun, root = false, except, ...rest }: NodePickerProps) {
  const t = useT()
  const branches = withoutBranch(useTree(noun), except)
  const options = root ? [{ value: '0', title: t('form.top-level') }, ...branches] : branches
  return (
    <Suspense fallback={<div className="filter-place" />}>
      <TreePicker {...rest} options={options} none={t('list.no-options')} />
    </Suspense>
  )
}
