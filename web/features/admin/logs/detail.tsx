/** One entry of the log: who, from where, with what, and what it changed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Skeleton } from 'antd'
import { resourceNamed } from '../../../../model/index.ts'
import { logs } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { rowFields } from '../../../../model/resource.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import type { LogEntry, LoggedDifference } from '../../../../model/contract/admin/logs.ts'
import { querySysLogDetail } from '../../../../model/contract/admin/logs.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { ChangesTable } from '../../../kernel/resource/history/changes-table.tsx'
import { bodyToAddAgain } from '../../../kernel/resource/history/entries.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { addRow, forgetLists, readList } from '../../../kernel/http/resource-client.ts'

export default function LogDetail({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const t = useT()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [logs.name, 'detail', id],
    queryFn: () => ask(querySysLogDetail, { id }),
  })
  return (
    <Drawer open={open} onClose={onClose} size="min(680px, 100vw)" title={t('logs.detail')} destroyOnHidden>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {error instanceof ApiError && !data && <ListFailure error={error} onRetry={() => void refetch()} />}
      {data && <Contents {...data} />}
    </Drawer>
  )
}

function Contents({ row, operationId, error, parameters, differences, more }: LogEntry) {
  const t = useT()
  const facts = rowFields(logs).filter((name) => name !== 'marked' && row[name] !== undefined && row[name] !== null && row[name] !== '')
  return (
    <>
      <dl className="log-facts">
        {facts.map((name) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t(fieldKey(logs.name, name))}</dt>
            <dd>{String(row[`${name}Cn`] ?? row[name])}</dd>
          </div>
        ))}
        {error && (
          <>
            <dt>{t('logs.error')}</dt>
            <dd>{error}</dd>
          </>
        )}
        <dt>{t('logs.operation')}</dt>
        <dd>
          <code>{operationId}</code>
        </dd>
      </dl>
      <h3 className="log-section">{t('logs.parameters')}</h3>
      {parameters === null && <p className="log-quiet">{t('logs.parameters-hidden')}</p>}
      {parameters?.length === 0 && <p className="log-quiet">{t('logs.no-parameters')}</p>}
      {parameters !== null && parameters.length > 0 && (
        <dl className="log-facts">
          {parameters.map(({ name, label, value }) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className="log-section">{t('logs.differences')}</h3>
      {differences.length === 0 && <p className="log-quiet">{t('logs.no-differences')}</p>}
      {differences.map((difference) => (
        <Changed key={`${difference.noun}/${difference.rowId}`} {...difference} />
      ))}
      {more > 0 && <p className="log-quiet">{t('logs.more-differences', { count: more })}</p>}
    </>
  )
}

function Changed({ noun, nounCn, name, verb, visible, changes }: LoggedDifference) {
  const t = useT()
  const queries = useQueryClient()
  const of = resourceNamed(noun)
  const body = verb === 'delete' && visible && of ? bodyToAddAgain(of, changes) : undefined
  // eslint-disable-next-line no-restricted-syntax -- without an answer the button is not offered
  const { data: mayAdd = false } = useQuery({
    queryKey: [noun, 'may-add'],
    enabled: body !== undefined,
    staleTime: 60_000,
    queryFn: async () => (await readList(of as Resource, { pageSize: 1 }, { quiet: true })).allowed?.includes('add') ?? false,
  })

  async function addAgain(): Promise<void> {
    if (!of || !body) return
    const yes = await confirm({
      title: t('logs.add-again'),
      text: t('logs.add-again-text', { name }),
      ok: t('logs.add-again'),
      cancel: t('common.cancel'),
    })
    if (!yes) return
    try {
      await addRow(of, body)
      toast.success(t('logs.add-again-done'))
      await forgetLists(queries, of)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      for (const { message } of error.errors) toast.warning(message)
    }
  }

  return (
    <section className="log-difference" aria-label={`${t(`history.verb.${verb}`)} ${nounCn} ${name}`}>
      <header>
        <Tag kind={verb === 'delete' ? 'quiet' : 'good'}>{t(`history.verb.${verb}`)}</Tag>
        <span>{nounCn}</span>
        <strong>{name}</strong>
        {body && mayAdd && (
          <Button size="small" onClick={() => void addAgain()}>
            {t('logs.add-again')}
          </Button>
        )}
      </header>
      {!visible && <p className="log-quiet">{t('logs.hidden-record')}</p>}
      {changes.length > 0 && <ChangesTable changes={changes} verb={verb} caption={name} />}
    </section>
  )
}
