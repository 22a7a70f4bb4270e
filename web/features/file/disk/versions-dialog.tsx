import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { queryFileVersion, restoreFileVersion } from '../../../../model/contract/file/contents.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { FILES, downloadVersion, succeeded } from '../../../shared/files/client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'

/** What the file was before: each can be fetched, and made what it is again. */
export default function VersionsDialog({ row, mayDownload, onClose }: { row: FileRow; mayDownload: boolean; onClose: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [open, setOpen] = useState(true)
  const { data, error } = useQuery({
    queryKey: [FILES, 'versions', row.id],
    queryFn: ({ signal }) => ask(queryFileVersion, { id: row.id }, { signal }),
    gcTime: 0,
  })

  async function restore(versionId: string): Promise<void> {
    if (await succeeded(ask(restoreFileVersion, { id: row.id, versionId }))) toast.success(t('disk.version-restored'))
    await queries.invalidateQueries({ queryKey: [FILES] })
  }

  return (
    <Modal
      open={open}
      title={t('disk.versions-of', { name: row.originalFilename })}
      width={640}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('common.close')}
        </Button>
      }
    >
      <p className="disk-note">{t('disk.versions-note')}</p>
      {error && <p role="alert">{error.message}</p>}
      <ul className="disk-lines">
        {data?.map(({ versionId, size, createTime, createdBy, isCurrent }) => (
          <li key={versionId}>
            <span className="disk-line-text">
              <strong>{createTime}</strong>
              <small>{[sizeOf(size * 1024), createdBy].filter(Boolean).join(' · ')}</small>
            </span>
            {isCurrent ? (
              <Tag kind="good">{t('disk.version-current')}</Tag>
            ) : (
              <Button size="small" aria-label={named(t('disk.version-restore'), createTime)} onClick={() => void restore(versionId)}>
                {t('disk.version-restore')}
              </Button>
            )}
            {mayDownload && (
              <Button
                size="small"
                aria-label={named(t('button.download'), createTime)}
                onClick={() => void succeeded(downloadVersion(row.id, versionId))}
              >
                {t('button.download')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
