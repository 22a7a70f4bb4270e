/** What a row of the product is called that an entry names; a file of its own because it brings the nouns along. */
import { useQuery } from '@tanstack/react-query'
import type { NamedNoun } from '../../../model/form/kinds.ts'
import { readOptions } from '../../kernel/http/resource-client.ts'
import { nounNamed } from '../../kernel/resource/options.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { useForm } from './form-context.ts'

export default function RowName({ noun, id }: { noun: NamedNoun; id: string }) {
  const t = useT()
  const { sources } = useForm()
  const known = sources.nameOf?.(id)
  const of = nounNamed(noun)
  const { data } = useQuery({
    queryKey: [noun, 'options', 'name', id],
    queryFn: async () => (of ? ((await readOptions(of, { id }))[0]?.name ?? '') : ''),
    enabled: known === undefined && sources.namesRows,
    retry: false,
    staleTime: 60_000,
  })
  const name = known ?? data
  return name ? <>{name}</> : <span className="quiet">{t('fill.unnamed')}</span>
}
