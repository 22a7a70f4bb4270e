/** An entry has the type of the one above it: choosing a parent fills the type in. */
import { useQuery } from '@tanstack/react-query'
import type { FormValues } from '../../../kernel/resource/form-checks.ts'
import { allRows, listOf } from '../../../kernel/http/resource-client.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'

export default function DictionaryForm(props: ResourceFormProps) {
  const { data } = useQuery(listOf(props.of, { pageSize: 10_000 }))
  const rows = allRows(data?.list ?? [])
  const typeOf = (id: unknown) => rows.find((row) => row.id === id)?.['dictType']
  const derive = ({ parentId }: FormValues): FormValues => (typeOf(parentId) === undefined ? {} : { dictType: typeOf(parentId) })
  // The form takes its first values once, so it waits for the types.
  if (!data) return null
  return <ResourceForm {...props} defaults={{ ...props.defaults, ...derive(props.defaults) }} derive={derive} />
}
