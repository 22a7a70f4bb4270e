import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import type { Step } from '../../../../model/contract/file/values.ts'
import { bytesOf } from '../../../shared/files/bytes.ts'
import { isFolder } from '../../../shared/files/client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'

/** What is known about an entry. */
export default function PropertiesDialog({ row, way, onClose }: { row: FileRow; way: readonly Step[]; onClose: () => void }) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const facts: readonly (readonly [string, string])[] = [
    [t('field.files.originalFilename'), row.originalFilename],
    [t('field.files.fileType'), row.contentType ? `${row.fileTypeCn} (${row.contentType})` : row.fileTypeCn],
    ...(isFolder(row) ? [] : [[t('disk.size'), `${sizeOf(bytesOf(row))} (${Math.round(bytesOf(row)).toLocaleString('en')} B)`] as const]),
    [t('disk.location'), (row.path ?? way.map(({ label }) => label)).join(' / ') || t(row.isOwn ? 'disk.place-mine' : 'disk.place-shared')],
    [t('disk.who'), row.isOwn ? t('disk.me') : row.createdBy],
    [t('field.createTime'), row.createTime],
    [t('disk.changed'), row.updateTime],
    ...(isFolder(row) ? [] : [[t('disk.versions'), String(row.versions)] as const]),
    [
      t('disk.share'),
      [row.isShared === 1 ? t('disk.everybody') : '', row.isLinked === 1 ? t('disk.is-linked') : '']
        .filter(Boolean)
        .join(t('common.between')) || '–',
    ],
  ]
  return (
    <Modal
      open={open}
      title={t('disk.properties')}
      width={520}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('common.close')}
        </Button>
      }
    >
      <dl className="disk-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
