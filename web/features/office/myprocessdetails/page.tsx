/** One process, for whoever started it, takes part in it, or was sent a copy. */
import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { MyProcessDetails } from '../../../../model/contract/workflow/office.ts'
import { queryMyProcessDetails } from '../../../../model/contract/workflow/office.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { FormView } from '../../../shared/forms/form-view.tsx'
import { processSources } from '../../../shared/forms/session-sources.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { Facts } from '../../../shared/workflow/facts.tsx'
import { nodeNames } from '../../../shared/workflow/node-names.ts'
import { Attachments } from '../../../shared/workflow/office/attachments.tsx'
import type { MyAct } from '../../../shared/workflow/office/my-acts.tsx'
import { useMyActs } from '../../../shared/workflow/office/my-acts.tsx'
import { Opinions } from '../../../shared/workflow/office/opinions.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { RecordLines } from '../../../shared/workflow/record.tsx'
import { StatusTag } from '../../../shared/workflow/status-tag.tsx'
import { TrackDiagram } from '../../../shared/workflow/track-diagram.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Tabs } from '../../../ui/tabs.tsx'

export default function MyProcessDetailsPage() {
  return (
    <PageOfOne title="menu.myprocessdetails" list={{ path: '/personaloa/myprocess', name: 'menu.myprocess' }}>
      {(id) => <Details key={id} id={id} />}
    </PageOfOne>
  )
}

function Details({ id }: { id: string }) {
  useProcessInvalidation()
  const { actsOf, dialogs } = useMyActs()
  const details = useQuery({
    queryKey: [PROCESS_QUERIES, 'mine', id],
    queryFn: ({ signal }) => ask(queryMyProcessDetails, { processInstanceId: id }, { signal, quiet: true }),
  })
  return (
    <>
      <Asked of={details}>{(data) => <Shown of={data} acts={actsOf(data.process, data.acts)} />}</Asked>
      {dialogs}
    </>
  )
}

function Shown({ of, acts }: { of: MyProcessDetails; acts: readonly MyAct[] }) {
  const t = useT()
  const { process, track, record, recordEarlier, copies } = of
  const waiting = process.open.map(({ name, people }) => [name, people.join(t('common.between'))].filter(Boolean).join(' · '))
  return (
    <>
      <section className="resource-card">
        <header className="process-card-head">
          <h2>
            {process.name} {process.processStatus && <StatusTag of={process.processStatus} />}{' '}
            {process.isSuspended && <Tag kind="notice">{t('my-process.suspended')}</Tag>}{' '}
            {process.hasIncident && <Tag kind="urgent">{t('my-process.has-incident')}</Tag>}
          </h2>
          <Acts of={acts} />
        </header>
        <Facts
          of={[
            [t('my-process.now-with'), waiting.join(t('common.between'))],
            [t('field.process-instances.businessNumber'), process.businessNumber],
            [t('field.process-instances.definitionId'), process.processDefinitionName],
            [t('field.process-instances.starterId'), track.starter],
            [t('field.process-instances.startTime'), process.startTime],
            [t('field.process-instances.endTime'), process.endTime],
            [t('process-list.range'), [process.rangeStart, process.rangeEnd].filter(Boolean).join(' – ')],
            [t('my-process.description'), process.description],
          ]}
        />
      </section>
      <section className="resource-card">
        <Tabs
          items={[
            { key: 'form', label: t('my-process.form'), children: <FilledIn of={of} /> },
            { key: 'record', label: t('process-list.record'), children: <RecordLines of={record} earlier={recordEarlier} /> },
            { key: 'opinions', label: t('process-beside.opinions'), children: <Opinions of={process.id} /> },
            { key: 'attachments', label: t('process-beside.attachments'), children: <Attachments of={process.id} /> },
            { key: 'track', label: t('process-list.diagram'), children: <Track of={track} /> },
            { key: 'copies', label: t('my-process.copies'), children: <Copies of={copies} /> },
          ]}
        />
      </section>
    </>
  )
}

/** The first ones as buttons, the rare ones in a menu. */
function Acts({ of }: { of: readonly MyAct[] }) {
  const t = useT()
  const [often, rare] = [of.filter((act) => !act.rare), of.filter((act) => act.rare)]
  return (
    <div className="process-acts">
      {often.map(({ key, label, run }) => (
        <Button key={key} onClick={run}>
          {label}
        </Button>
      ))}
      {rare.length > 0 && (
        <Dropdown
          trigger={['click']}
          autoFocus
          placement="bottomRight"
          menu={{ items: rare.map(({ key, label, danger = false, run }) => ({ key, label, danger, onClick: run })) }}
        >
          <Button aria-haspopup="menu">{t('my-process.more')}</Button>
        </Dropdown>
      )}
    </div>
  )
}

function FilledIn({ of: { form, process } }: { of: MyProcessDetails }) {
  const t = useT()
  const language = useLanguage()
  const sources = useMemo(
    () => processSources({ processDefinitionId: process.processDefinitionId }, form?.names),
    [process.processDefinitionId, form?.names],
  )
  if (!form) return <p className="process-quiet">{t('my-process.no-form')}</p>
  return <FormView definition={form.definition} data={form.data} language={language} zone={form.zone} sources={sources} />
}

function Track({ of }: { of: MyProcessDetails['track'] }): ReactNode {
  const names = useMemo(() => nodeNames(of.xml), [of.xml])
  return (
    <div className="process-track">
      <TrackDiagram of={of} nameOf={(node) => names.get(node) ?? node} />
    </div>
  )
}

function Copies({ of }: { of: MyProcessDetails['copies'] }) {
  const t = useT()
  if (of.length === 0) return <p className="process-quiet">{t('my-process.no-copies')}</p>
  return (
    <ul className="process-lines">
      {of.map(({ person, sender, sentTime, readTime }, at) => (
        <li key={at}>
          <span>
            <strong>
              {sender === null
                ? t('my-process.copy-by-process', { person: person ?? '' })
                : t('my-process.copy-of', { person: person ?? '', sender })}
            </strong>
            <small>{sentTime}</small>
          </span>
          <Tag kind={readTime === null ? 'info' : 'quiet'}>
            {readTime === null ? t('my-process.unread') : t('my-process.read-at', { time: readTime })}
          </Tag>
        </li>
      ))}
    </ul>
  )
}
