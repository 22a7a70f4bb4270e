/** The buttons of one row: as many as there is room for, and the others in a menu. */
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Dropdown } from 'antd'
import type { ReactNode } from 'react'

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  /** Shown in place of the word, which is told by hovering and to whoever hears it. */
  readonly icon?: ReactNode
  /** Not an everyday thing: it stands in the menu. */
  readonly rare?: boolean
  readonly run: () => void
}

/** As many words as fit beside each other in the longest of our languages. */
const MAX_ACTIONS = 3

interface RowActionsProps {
  readonly actions: readonly RowAction[]
  /** Names the row to somebody who hears it. */
  readonly name: string
  readonly more: string
}

export function RowActions({ actions, name, more }: RowActionsProps) {
  // The last ones are those every row has, in the same place on every page.
  const shown = actions.filter(({ rare = false }) => !rare).slice(-MAX_ACTIONS)
  const rest = actions.filter((action) => !shown.includes(action))
  return (
    <>
      {shown.map(({ key, label, danger, icon, run }) => (
        <button
          key={key}
          type="button"
          className={danger ? 'row-action danger' : 'row-action'}
          aria-label={`${label}: ${name}`}
          {...(icon === undefined ? {} : { title: label })}
          onClick={run}
        >
          {icon ?? label}
        </button>
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          autoFocus
          placement="bottomRight"
          menu={{ items: rest.map(({ key, label, danger = false, run }) => ({ key, label, danger, onClick: run })) }}
        >
          <button type="button" className="row-action" aria-haspopup="menu" aria-label={`${more}: ${name}`} title={more}>
            <EllipsisOutlined aria-hidden="true" />
          </button>
        </Dropdown>
      )}
    </>
  )
}
