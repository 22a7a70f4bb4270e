/** Opinions that I am asked for now, each with the process it is about. Nothing where nobody asks. */
import { useQuery } from '@tanstack/react-query'
import { queryMyConsultation } from '../../../../model/contract/workflow/consultations.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { PROCESS_QUERIES } from '../queries.ts'
import { OpinionLines } from './opinions.tsx'

/** So many at once; those that come after them take their places. */
const SHOWN = 20

export function MyOpinions() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: [PROCESS_QUERIES, 'my-consultations'],
    queryFn: ({ signal }) => ask(queryMyConsultation, { currentPage: 1, pageSize: SHOWN }, { signal, quiet: true }),
  })
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data || data.list.length === 0) return null
  return (
    <section className="resource-card" aria-label={t('process-beside.asked-you')}>
      <header className="process-card-head">
        <h2>{t('process-beside.asked-you')}</h2>
      </header>
      <OpinionLines of={data.list} isLinked />
    </section>
  )
}
