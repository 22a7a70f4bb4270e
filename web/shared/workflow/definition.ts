/** A definition with its model, and its other versions. */
import { queryOptions } from '@tanstack/react-query'
import { getProcessResource } from '../../../model/contract/workflow/definitions.ts'
import { writeSorter } from '../../../model/list-query.ts'
import { processDefinitions } from '../../../model/index.ts'
import { ask } from '../../kernel/http/ask.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import { readList } from '../../kernel/http/resource-client.ts'
import { PROCESS_QUERIES } from './queries.ts'

/** What was deployed never changes. */
export const definitionModel = (id: string) =>
  queryOptions({
    queryKey: [PROCESS_QUERIES, 'model', id],
    queryFn: ({ signal }) => ask(getProcessResource, { processDefinitionId: id }, { signal, quiet: true }),
    enabled: id !== '',
    staleTime: Infinity,
  })

/** As many versions as can be chosen from, the newest first. */
const VERSIONS = 100

/** The other versions of the same process. A list is asked for by a part of its key, which others may have as well. */
export const otherVersions = ({ id, key }: ResourceRow) =>
  queryOptions({
    queryKey: [processDefinitions.name, 'versions', id],
    queryFn: async ({ signal }) => {
      const { list } = await readList(
        processDefinitions,
        { key: String(key ?? ''), pageSize: VERSIONS, sorter: writeSorter({ field: 'definitionVersion', direction: 'descend' }) },
        { signal, quiet: true },
      )
      return list.filter((row) => row['key'] === key && row.id !== id)
    },
  })
