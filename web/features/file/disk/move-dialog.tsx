import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useId, useState } from 'react'
import type { FileRow, FolderNode } from '../../../../model/contract/file/disk.ts'
import { ROOT, folderTree } from '../../../shared/files/client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { TreeOption } from '../../../ui/options.ts'
import TreePicker from '../../../ui/tree-picker.tsx'

interface MoveDialogProps {
  readonly rows: readonly FileRow[]
  readonly onMove: (folder: string) => void
  readonly onClose: () => void
}

/** The same as dragging, for the keyboard and for far away folders. */
export default function MoveDialog({ rows, onMove, onClose }: MoveDialogProps) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(true)
  const [folder, setFolder] = useState<string>()
  const { data = [] } = useQuery(folderTree())
  const moved = new Set(rows.map((row) => row.id))
  return (
    <Modal
      open={open}
      title={t('disk.move-title', { count: rows.length })}
      okText={t('disk.move')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: folder === undefined }}
      width={460}
      onOk={() => {
        if (folder !== undefined) {
          onMove(folder)
          setOpen(false)
        }
      }}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <div className="disk-field">
        <label htmlFor={id}>{t('disk.move-to')}</label>
        <TreePicker
          id={id}
          options={[{ value: ROOT, title: t('disk.place-mine'), children: optionsOf(data, moved) }]}
          none={t('list.no-options')}
          {...(folder === undefined ? {} : { value: folder })}
          onChange={(next: string | undefined) => setFolder(next)}
        />
      </div>
    </Modal>
  )
}

/** A folder cannot go into itself. */
function optionsOf(nodes: readonly FolderNode[], without: ReadonlySet<string>): TreeOption[] {
  return nodes
    .filter(({ id }) => !without.has(id))
    .map(({ id, label, children }) => ({
      value: id,
      title: label,
      ...(children.length > 0 ? { children: optionsOf(children, without) } : {}),
    }))
}
