/** The technical file of a machine: manuals, drawings, certificates, pictures. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { EquipmentDocument } from '../../../../../model/contract/maintenance/equipment-documents.ts'
import { deleteEquipmentDocument, downloadEquipmentDocument } from '../../../../../model/contract/maintenance/equipment-documents.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../../kernel/i18n/size.ts'
import { fetchFile } from '../../../../kernel/resource/exchange/save-file.ts'
import { dayOf } from '../../../../ui/clock.ts'
import { confirm } from '../../../../ui/confirm.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { act, documentsOf } from './machine-client.ts'
import { Section } from './section.tsx'

const DocumentDialog = lazyWithPreload(() => import('./document-dialog.tsx'))

export function Documents({ id }: { id: string }) {
  const t = useT()
  const queries = useQueryClient()
  const { data, error } = useQuery(documentsOf(id))
  const [isAdding, setAdding] = useState(false)
  if (error instanceof ApiError) return null

  async function remove({ id: file, fileName }: EquipmentDocument): Promise<void> {
    const text = t('equipment.remove-file', { name: fileName })
    if (await confirm({ title: t('delete.title'), text, ok: t('button.delete'), cancel: t('common.cancel'), danger: true }))
      await act(queries, () => ask(deleteEquipmentDocument, { id: file }))
  }

  const columns: Column<EquipmentDocument>[] = [
    {
      key: 'fileName',
      width: 280,
      title: t('field.equipment-documents.fileName'),
      text: ({ fileName }) => fileName,
      render: ({ fileName }) => fileName,
    },
    {
      key: 'kind',
      width: 180,
      title: t('field.equipment-documents.documentKind'),
      render: ({ documentKind }) => t(`choice.documentKind.${documentKind}`),
    },
    { key: 'size', width: 90, title: t('attachments.size'), render: ({ size }) => sizeOf(size) },
    {
      key: 'added',
      width: 200,
      title: t('attachments.added'),
      render: ({ addedAt, addedBy }) => [dayOf(addedAt), addedBy].filter(Boolean).join(' · '),
    },
  ]
  return (
    <>
      <Section
        title={t('noun.equipment-documents')}
        button={
          data?.mayChange && (
            <Button
              size="small"
              aria-haspopup="dialog"
              onPointerEnter={() => void DocumentDialog.preload()}
              onClick={() => setAdding(true)}
            >
              {t('attachments.add')}
            </Button>
          )
        }
        columns={columns}
        rows={data?.list}
        none={t('equipment.no-files')}
        nameOf={({ fileName }) => fileName}
        actionsOf={(row) => [
          {
            key: 'download',
            label: t('button.download'),
            run: () => void act(queries, () => fetchFile(downloadEquipmentDocument, { id: row.id })),
          },
          ...(data?.mayChange ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(row) }] : []),
        ]}
      />
      {isAdding && (
        <Suspense fallback={null}>
          <DocumentDialog id={id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}
