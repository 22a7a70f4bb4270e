/** All that its reader sees of one row, beside the list; the rows before and after it are a key away. Loaded when it is first opened. */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button, Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Resource } from '../../../model/resource.ts'
import type { Column } from '../../ui/column.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { useT } from '../i18n/i18n.ts'
import './row-detail.css'

interface RowDetailProps {
  readonly of: Resource
  readonly row: ResourceRow
  /** All columns, those that the list hides as well. */
  readonly columns: readonly Column<ResourceRow>[]
  readonly rows: readonly ResourceRow[]
  readonly open: boolean
  readonly onNavigate: (row: ResourceRow) => void
  readonly onClose: () => void
  readonly actions: ReactNode
}

export default function RowDetail({ of, row, columns, rows, open, onNavigate, onClose, actions }: RowDetailProps) {
  const t = useT()
  const at = rows.findIndex(({ id }) => id === row.id)
  // As it is now, where it is still in the list.
  const shown = rows[at] ?? row
  const [before, after] = [rows[at - 1], at < 0 ? undefined : rows[at + 1]]

  useEffect(() => {
    if (!open) return undefined
    const turn = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLElement && target.closest('input, textarea, [role=menu]')) return
      const to = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : undefined
      if (to) onNavigate(to)
    }
    // Wherever the focus is: the row that was left may have had it.
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  })

  return (
    <Drawer
      open={open}
      onClose={onClose}
      size="min(520px, 100vw)"
      title={String(shown[of.title] ?? '')}
      destroyOnHidden
      extra={
        <span className="row-detail-turn">
          <NeighbourButton label={t('detail.previous')} icon={<LeftOutlined aria-hidden="true" />} to={before} onNavigate={onNavigate} />
          <NeighbourButton label={t('detail.next')} icon={<RightOutlined aria-hidden="true" />} to={after} onNavigate={onNavigate} />
        </span>
      }
    >
      <div className="row-detail-actions">{actions}</div>
      <dl className="row-detail">
        {columns.map(({ key, title, text, render }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{text?.(shown) === '' ? t('detail.empty') : render(shown)}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  )
}

function NeighbourButton({
  label,
  icon,
  to,
  onNavigate,
}: {
  label: string
  icon: ReactNode
  to: ResourceRow | undefined
  onNavigate: (row: ResourceRow) => void
}) {
  return <Button type="text" icon={icon} aria-label={label} title={label} disabled={!to} onClick={() => to && onNavigate(to)} />
}
