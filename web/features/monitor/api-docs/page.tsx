import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useDeferredValue, useMemo, useState } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import { documentAt } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { OpenApi } from './open-api.ts'
import { byTag, matches, operationsOf } from './open-api.ts'
import { OperationCard } from './operation-card.tsx'
import { useDocumentWords } from './words.ts'
import './api-docs.css'

export default function ApiDocsPage() {
  const t = useT()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const { data, error, refetch } = useQuery({
    queryKey: ['open-api'],
    queryFn: ({ signal }) => documentAt<OpenApi>('/docs/json', { signal }),
    staleTime: Infinity,
  })
  const words = useDocumentWords()
  const operations = useMemo(() => (data && words ? operationsOf(data).map(words.translated) : []), [data, words])
  const groups = byTag(operations.filter((operation) => matches(operation, wanted)))

  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  return (
    <div className="api-docs">
      <header className="api-head">
        <div>
          <h1>{t('menu.apidocs')}</h1>
          <p>{data ? `${data.info.title} ${data.info.version} · ${t('docs.count', { count: operations.length })}` : t('common.loading')}</p>
        </div>
        <label className="api-search">
          <span className="visually-hidden">{t('docs.search')}</span>
          <Input allowClear placeholder={t('docs.search')} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
        <Button
          icon={<DownloadOutlined aria-hidden="true" />}
          disabled={!data}
          onClick={() => {
            if (data) download(data)
          }}
        >
          {t('docs.download')}
        </Button>
      </header>
      {data && words && groups.length === 0 && (
        <p className="api-none" role="status">
          {t('docs.none')}
        </p>
      )}
      {groups.map(([tag, list]) => (
        <section key={tag} aria-labelledby={`docs-${tag}`}>
          <h2 id={`docs-${tag}`}>
            <b>{tag ? words?.groupOf(tag) : t('docs.other')}</b> <span>{list.length}</span>
          </h2>
          {list.map((operation) => (
            <OperationCard key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
    </div>
  )
}

function download(document: OpenApi): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }))
  const link = Object.assign(window.document.createElement('a'), { href: address, download: 'openapi.json' })
  link.click()
  URL.revokeObjectURL(address)
}
