/** Points of a form or of a page that asks for some: those that are chosen by name, each with a button that takes it out, and the chooser behind another one. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { points } from '../../../../model/index.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { named } from '../../../ui/named.ts'
import { countsOf, labelOf } from './chosen-points.ts'
import './points-field.css'

const FieldChooser = lazyWithPreload(() => import('./field-chooser.tsx'))

export interface PointsFieldProps {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (ids: readonly string[]) => void
  /** So many can be chosen. */
  readonly most: number
  /** What is said where none is chosen. */
  readonly none: string
}

/** A control with value, change and id. Whoever may not list points sees of the chosen ones how many there are. */
export function PointsField({ id, value = [], onChange, most, none, ...rest }: PointsFieldProps) {
  const t = useT()
  // Once it has been opened it stays, so that it can close by itself.
  const [open, setOpen] = useState<boolean>()
  const rows = useQueries({
    // What another point is called is none of this one's.
    queries: value.map((point) => ({
      ...listOf(points, { id: point }, { quiet: true }),
      placeholderData: () => undefined,
      staleTime: 60_000,
    })),
    combine: (found) => found.map(({ data, isPending }) => ({ row: data?.list[0], isPending })),
  })
  const chosen = value.map((point, place) => {
    const { row, isPending = true } = rows[place] ?? {}
    return { id: point, row, label: row ? labelOf(row, place) : isPending ? '…' : `#${place + 1}` }
  })
  const list = (
    <ul className="points-chosen" aria-label={t('trends.points')}>
      {chosen.map(({ id: point, label }) => (
        <li key={point}>
          <span>{label}</span>
          <Button
            type="text"
            size="small"
            aria-label={named(t('trends.remove'), label)}
            icon={<CloseOutlined aria-hidden="true" />}
            onClick={() => onChange?.(value.filter((one) => one !== point))}
          />
        </li>
      ))}
    </ul>
  )
  return (
    <div className="points-field">
      {value.length > 0 ? list : <span className="quiet">{none}</span>}
      <Button
        {...rest}
        {...(id === undefined ? {} : { id })}
        aria-label={t('trends.choose')}
        aria-haspopup="dialog"
        onPointerEnter={() => void FieldChooser.preload()}
        onFocus={() => void FieldChooser.preload()}
        onClick={() => setOpen(true)}
      >
        {t('trends.choose')}
      </Button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <FieldChooser
            open={open}
            chosen={value}
            most={most}
            byDevice={countsOf(chosen.map(({ row }) => row))}
            list={list}
            onChoose={(ids) => onChange?.(ids)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
