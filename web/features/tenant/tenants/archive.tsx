/** Everything a tenant has, as one file: asked for here, made by the server, fetched when it is ready. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress } from 'antd'
import { fetchJobFile } from '../../../kernel/resource/exchange/save-file.ts'
import { archiveSysTenant, queryArchiveSysTenant } from '../../../../model/contract/tenant/tenants.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { figureText } from '../../../kernel/i18n/texts.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import './tenants.css'

export default function Archive({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const begin = useMutation({ mutationFn: () => ask(archiveSysTenant, { id: row.id }) })
  const jobId = begin.data?.jobId
  const { data } = useQuery({
    queryKey: ['tenant-archive', jobId],
    queryFn: () => ask(queryArchiveSysTenant, { jobId: String(jobId) }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (state.data && ['done', 'failed', 'cancelled'].includes(state.data.status) ? false : 1000),
  })
  const fetching = useMutation({ mutationFn: () => fetchJobFile(String(jobId)) })
  const isReady = data?.status === 'done'
  const hasFailed = data?.status === 'failed' || data?.status === 'cancelled'

  return (
    <Modal
      open
      title={`${t('tenants.archive')} · ${String(row['tenantName'])}`}
      mask={{ closable: false }}
      onCancel={onClose}
      rootClassName="resource-dialog"
      footer={[
        <Button key="close" onClick={onClose}>
          {t('common.close')}
        </Button>,
        isReady ? (
          <Button key="fetch" type="primary" loading={fetching.isPending} onClick={() => fetching.mutate()}>
            {t('tenants.archive.download')}
          </Button>
        ) : (
          <Button
            key="begin"
            type="primary"
            loading={begin.isPending || (jobId !== undefined && !hasFailed)}
            onClick={() => begin.mutate()}
          >
            {t('tenants.archive')}
          </Button>
        ),
      ]}
    >
      <div className="shown-once" role="status">
        <p>{t('tenants.archive.ask')}</p>
        {jobId !== undefined && !isReady && !hasFailed && (
          <>
            <Progress percent={100} status="active" showInfo={false} aria-label={t('tenants.archive.started')} />
            <p className="quiet-text">
              {data && data.rows > 0 ? t('tenants.archive.progress', { done: figureText(data.rows) }) : t('tenants.archive.started')}
            </p>
          </>
        )}
        {isReady && (
          <Alert
            type="success"
            showIcon
            title={t('tenants.archive.ready', { rows: figureText(data.rows), size: sizeOf(data.size ?? 0) })}
          />
        )}
        {hasFailed && <Alert type="error" showIcon title={data.message ?? t('tenants.archive.failed')} />}
      </div>
    </Modal>
  )
}
