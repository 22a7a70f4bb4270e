import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { MessageText, Reread } from '../../../../model/contract/acquisition/mappings.ts'
import { queryMessageText, rereadUnparsedMessage } from '../../../../model/contract/acquisition/mappings.ts'
import { unparsedMessages } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

const MappingTrial = lazy(() => import('../../../shared/acquisition/mapping-trial/dialog.tsx'))

const filters = ['deviceId', 'faultCode', 'topic']

const columns: ColumnSetups = {
  receivedAt: { width: 160, first: true },
  deviceId: { width: 130 },
  messageSource: { width: 70 },
  topic: { width: 150 },
  faultCode: { width: 140, render: (_row, text) => <Tag kind="notice">{text}</Tag> },
  faultPlace: { width: 160 },
  messageHead: { width: 220 },
  messageBytes: { width: 100 },
  createTime: { hide: true },
}

/** What could not be read of the messages of the last day, and the way to read it again. */
export default function UnparsedMessagesPage() {
  const t = useT()
  const queries = useQueryClient()
  const [tried, setTried] = useState<MessageText & { readonly id: string }>()

  async function reread(ids: readonly string[]): Promise<void> {
    await attempt(async () => {
      const outcome: Reread = await ask(rereadUnparsedMessage, ids.length === 0 ? {} : { id: ids })
      toast.success(t('mapping.reread-done', outcome))
      await forgetLists(queries, unparsedMessages)
    })
  }

  return (
    <>
      <ResourcePage
        of={unparsedMessages}
        columns={columns}
        filters={filters}
        empty={t('mapping.empty-unparsed')}
        actions={(chosen, may) =>
          may('reread')
            ? [
                {
                  key: 'reread',
                  label: t(chosen.length === 0 ? 'mapping.reread-all' : 'mapping.reread'),
                  run: () => void reread(chosen.map(({ id }) => id)),
                },
              ]
            : []
        }
        rowActions={(row, may) => [
          ...(may('text')
            ? [
                {
                  key: 'try',
                  label: t('mapping.try'),
                  run: () => void attempt(async () => setTried({ ...(await ask(queryMessageText, { id: row.id })), id: row.id })),
                },
              ]
            : []),
          ...(may('reread') ? [{ key: 'reread', label: t('mapping.reread'), run: () => void reread([row.id]) }] : []),
        ]}
      />
      {tried && (
        <Suspense fallback={null}>
          <MappingTrial message={tried} typeId={tried.deviceTypeId ?? undefined} onClose={() => setTried(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** The calls have said what went wrong, if anything did. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
