/** A tenant is changed in the standard form; a new one also needs something to begin with, and somebody to begin. */
import { Suspense, lazy } from 'react'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'

const ResourceForm = lazy(() => import('../../../kernel/resource/resource-form.tsx'))
const NewTenant = lazy(() => import('./new-tenant.tsx'))

export default function TenantForm(props: ResourceFormProps) {
  return <Suspense fallback={null}>{props.row ? <ResourceForm {...props} /> : <NewTenant {...props} />}</Suspense>
}
