import { useQuery } from '@tanstack/react-query'
import { useForm } from './form-context.ts'

/** What an entry of a dictionary is called. */
export function DictionaryWord({ type, value }: { type: string; value: string }) {
  const { sources, language } = useForm()
  const { data = [] } = useQuery({
    queryKey: ['form-dictionary', sources.key, type, language],
    queryFn: () => sources.dictionary(type),
    staleTime: 60_000,
  })
  return <>{data.find((one) => one.value === value)?.label ?? value}</>
}
