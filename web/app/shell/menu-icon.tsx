/** The icons that the menu's entries name. Imported one by one: the whole set would weigh more than the console. */
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import ClusterOutlined from '@ant-design/icons/es/icons/ClusterOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import MonitorOutlined from '@ant-design/icons/es/icons/MonitorOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<{ 'aria-hidden': true }>>> = {
  apartment: ApartmentOutlined, api: ApiOutlined, cluster: ClusterOutlined, dashboard: DashboardOutlined, idcard: IdcardOutlined,
  lock: LockOutlined, monitor: MonitorOutlined, safety: SafetyOutlined, setting: SettingOutlined, team: TeamOutlined, user: UserOutlined,
}

export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = (name && icons[name]) || AppstoreOutlined
  // Each says its English name otherwise.
  return <Icon aria-hidden={true} />
}
