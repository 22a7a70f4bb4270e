/** The buttons of one row: as many as there is room for, and the others in a menu. */
import EllipsisOutlined from '@ant-design/icons/es/icons/EllipsisOutlined'
import { Dropdown } from 'antd'
import type { RowAction, RowRoom } from './row-action.ts'
import { actionsIn, iconOf } from './row-action.ts'
import { named } from './named.ts'

interface RowActionsProps {
  readonly actions: readonly RowAction[]
  readonly room?: RowRoom
  /** Names the row to somebody who hears it. */
  readonly name: string
  readonly more: string
}

export function RowActions({ actions, room = 'words', name, more }: RowActionsProps) {
  const { shown, rest } = actionsIn(actions, room)
  return (
    <>
      {shown.map((action) => {
        const { key, label, danger, run } = action
        const icon = iconOf(action, room)
        return (
          <button
            key={key}
            type="button"
            className={danger ? 'row-action danger' : 'row-action'}
            aria-label={named(label, name)}
            {...(icon === undefined ? {} : { title: label })}
            onClick={run}
          >
            {icon ?? label}
          </button>
        )
      })}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          autoFocus
          placement="bottomRight"
          menu={{ items: rest.map(({ key, label, danger = false, run }) => ({ key, label, danger, onClick: run })) }}
        >
          <button type="button" className="row-action" aria-haspopup="menu" aria-label={named(more, name)} title={more}>
            <EllipsisOutlined aria-hidden="true" />
          </button>
        </Dropdown>
      )}
    </>
  )
}
