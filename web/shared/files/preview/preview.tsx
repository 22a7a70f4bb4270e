/** Looks at files: one after the other, each in the way of its kind. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { Button, Modal } from 'antd'
import type { ComponentType, KeyboardEvent } from 'react'
import { Suspense, lazy, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import { bytesOf } from '../bytes.ts'
import { downloadFiles, succeeded } from '../client.ts'
import { FileIcon } from '../file-icon.tsx'
import type { PartProps, PreviewKind } from './kind.ts'
import { previewOf } from './kind.ts'
import { Waiting } from './shown.tsx'
import './preview.css'

const parts: Readonly<Record<PreviewKind, ComponentType<PartProps>>> = {
  picture: lazy(() => import('./picture.tsx')),
  pdf: lazy(() => import('./pdf.tsx')),
  text: lazy(() => import('./text.tsx')),
  sheets: lazy(() => import('./sheets.tsx')),
  audio: lazy(() => import('./media.tsx')),
  video: lazy(() => import('./media.tsx')),
}

interface PreviewProps {
  /** The files beside it, in the order in which they are listed. */
  readonly rows: readonly FileRow[]
  readonly first: string
  readonly mayDownload: boolean
  readonly onClose: () => void
}

export default function Preview({ rows, first, mayDownload, onClose }: PreviewProps) {
  const t = useT()
  const [open, setOpen] = useState(true)
  const [shown, setShown] = useState(first)
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === shown),
  )
  const row = rows[at]
  if (!row) return null
  const kind = previewOf(row)
  const Part = kind && kind !== 'too-big' ? parts[kind] : undefined
  const turn = (step: number) => {
    const next = rows[at + step]
    if (next) setShown(next.id)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Inside a player or a table arrows have a meaning of their own.
    if ((event.target as HTMLElement).closest('video, audio, table, input, [role=region], [role=tablist]')) return
    if (event.key === 'ArrowLeft') turn(-1)
    else if (event.key === 'ArrowRight') turn(1)
  }

  return (
    <Modal
      open={open}
      rootClassName="file-preview"
      width="min(1160px, calc(100vw - 24px))"
      centered
      title={
        <span className="file-preview-title">
          <FileIcon type={row.fileType} /> <span>{row.originalFilename}</span>
        </span>
      }
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={
        <div className="file-preview-foot" onKeyDown={onKeyDown}>
          <Button
            icon={<LeftOutlined aria-hidden="true" />}
            disabled={at === 0}
            aria-label={t('disk.previous')}
            title={t('disk.previous')}
            onClick={() => turn(-1)}
          />
          <span role="status">{t('disk.of', { at: at + 1, all: rows.length })}</span>
          <Button
            icon={<RightOutlined aria-hidden="true" />}
            disabled={at === rows.length - 1}
            aria-label={t('disk.next')}
            title={t('disk.next')}
            onClick={() => turn(1)}
          />
          <span className="file-preview-facts">{sizeOf(bytesOf(row))}</span>
          {mayDownload && (
            <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={() => void succeeded(downloadFiles([row]))}>
              {t('button.download')}
            </Button>
          )}
        </div>
      }
    >
      <div className="file-preview-body" key={row.id} onKeyDown={onKeyDown}>
        {Part ? (
          <Suspense fallback={<Waiting />}>
            <Part row={row} />
          </Suspense>
        ) : (
          <div className="file-preview-none">
            <FileIcon type={row.fileType} />
            <p>{t(kind === 'too-big' ? 'disk.too-big' : 'disk.no-preview')}</p>
          </div>
        )}
      </div>
    </Modal>
  )
}
