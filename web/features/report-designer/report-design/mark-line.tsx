import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'

interface LineProps {
  readonly children: ReactNode
  /** What the button is called. */
  readonly remove: string
  readonly onRemove: (() => void) | undefined
}

/** Two fields and the button that removes both. */
export function Line({ children, remove, onRemove }: LineProps) {
  return (
    <div className="report-mark">
      {children}
      <Button type="text" icon={<DeleteOutlined aria-hidden="true" />} aria-label={remove} disabled={!onRemove} onClick={onRemove} />
    </div>
  )
}
