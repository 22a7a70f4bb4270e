/** Whether a tenant is in use: asked by whatever acts for it, be it a session, an application, a device or an alarm rule. */

/** Whether people of a tenant may work: it is neither disabled nor marked for deletion, and has not expired. */
export function isUsable(tenant: { tenant_status: number; expires_at: Date | null; marked_at: Date | null }): boolean {
  return tenant.tenant_status === 1 && !tenant.marked_at && (!tenant.expires_at || tenant.expires_at.getTime() > Date.now())
}
