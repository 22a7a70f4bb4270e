/** The icons that the menu's entries name. Imported one by one: the whole set would weigh more than the console. */
import ApartmentOutlined from '@ant-design/icons/es/icons/ApartmentOutlined'
import ApiOutlined from '@ant-design/icons/es/icons/ApiOutlined'
import AppstoreOutlined from '@ant-design/icons/es/icons/AppstoreOutlined'
import AuditOutlined from '@ant-design/icons/es/icons/AuditOutlined'
import BellOutlined from '@ant-design/icons/es/icons/BellOutlined'
import CloudOutlined from '@ant-design/icons/es/icons/CloudOutlined'
import CodeOutlined from '@ant-design/icons/es/icons/CodeOutlined'
import ClusterOutlined from '@ant-design/icons/es/icons/ClusterOutlined'
import DashboardOutlined from '@ant-design/icons/es/icons/DashboardOutlined'
import DesktopOutlined from '@ant-design/icons/es/icons/DesktopOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import IdcardOutlined from '@ant-design/icons/es/icons/IdcardOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import LayoutOutlined from '@ant-design/icons/es/icons/LayoutOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import MonitorOutlined from '@ant-design/icons/es/icons/MonitorOutlined'
import QuestionCircleOutlined from '@ant-design/icons/es/icons/QuestionCircleOutlined'
import SafetyOutlined from '@ant-design/icons/es/icons/SafetyOutlined'
import SaveOutlined from '@ant-design/icons/es/icons/SaveOutlined'
import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import ToolOutlined from '@ant-design/icons/es/icons/ToolOutlined'
import UserOutlined from '@ant-design/icons/es/icons/UserOutlined'
import BookOutlined from '@ant-design/icons/es/icons/BookOutlined'
import ContainerOutlined from '@ant-design/icons/es/icons/ContainerOutlined'
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import FormOutlined from '@ant-design/icons/es/icons/FormOutlined'
import GlobalOutlined from '@ant-design/icons/es/icons/GlobalOutlined'
import MenuOutlined from '@ant-design/icons/es/icons/MenuOutlined'
import NotificationOutlined from '@ant-design/icons/es/icons/NotificationOutlined'
import SecurityScanOutlined from '@ant-design/icons/es/icons/SecurityScanOutlined'
import SolutionOutlined from '@ant-design/icons/es/icons/SolutionOutlined'
import TagsOutlined from '@ant-design/icons/es/icons/TagsOutlined'
import DotChartOutlined from '@ant-design/icons/es/icons/DotChartOutlined'
import EnvironmentOutlined from '@ant-design/icons/es/icons/EnvironmentOutlined'
import HddOutlined from '@ant-design/icons/es/icons/HddOutlined'
import OrderedListOutlined from '@ant-design/icons/es/icons/OrderedListOutlined'
import ProjectOutlined from '@ant-design/icons/es/icons/ProjectOutlined'
import WifiOutlined from '@ant-design/icons/es/icons/WifiOutlined'
import AlertOutlined from '@ant-design/icons/es/icons/AlertOutlined'
import CarryOutOutlined from '@ant-design/icons/es/icons/CarryOutOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import FundOutlined from '@ant-design/icons/es/icons/FundOutlined'
import GatewayOutlined from '@ant-design/icons/es/icons/GatewayOutlined'
import LineChartOutlined from '@ant-design/icons/es/icons/LineChartOutlined'
import PartitionOutlined from '@ant-design/icons/es/icons/PartitionOutlined'
import ScheduleOutlined from '@ant-design/icons/es/icons/ScheduleOutlined'
import SlidersOutlined from '@ant-design/icons/es/icons/SlidersOutlined'
import BranchesOutlined from '@ant-design/icons/es/icons/BranchesOutlined'
import DeploymentUnitOutlined from '@ant-design/icons/es/icons/DeploymentUnitOutlined'
import FieldTimeOutlined from '@ant-design/icons/es/icons/FieldTimeOutlined'
import HistoryOutlined from '@ant-design/icons/es/icons/HistoryOutlined'
import NodeIndexOutlined from '@ant-design/icons/es/icons/NodeIndexOutlined'
import RocketOutlined from '@ant-design/icons/es/icons/RocketOutlined'
import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'

const icons: Readonly<Record<string, ComponentType<{ 'aria-hidden': true }>>> = {
  branches: BranchesOutlined,
  'deployment-unit': DeploymentUnitOutlined,
  'field-time': FieldTimeOutlined,
  history: HistoryOutlined,
  layout: LayoutOutlined,
  'node-index': NodeIndexOutlined,
  rocket: RocketOutlined,
  apartment: ApartmentOutlined,
  api: ApiOutlined,
  audit: AuditOutlined,
  bell: BellOutlined,
  cluster: ClusterOutlined,
  code: CodeOutlined,
  dashboard: DashboardOutlined,
  desktop: DesktopOutlined,
  idcard: IdcardOutlined,
  'eye-invisible': EyeInvisibleOutlined,
  inbox: InboxOutlined,
  link: LinkOutlined,
  'question-circle': QuestionCircleOutlined,
  lock: LockOutlined,
  monitor: MonitorOutlined,
  safety: SafetyOutlined,
  save: SaveOutlined,
  setting: SettingOutlined,
  team: TeamOutlined,
  tool: ToolOutlined,
  user: UserOutlined,
  book: BookOutlined,
  container: ContainerOutlined,
  control: ControlOutlined,
  global: GlobalOutlined,
  menu: MenuOutlined,
  solution: SolutionOutlined,
  appstore: AppstoreOutlined,
  cloud: CloudOutlined,
  file: FileOutlined,
  'folder-open': FolderOpenOutlined,
  form: FormOutlined,
  notification: NotificationOutlined,
  tags: TagsOutlined,
  'security-scan': SecurityScanOutlined,
  wifi: WifiOutlined,
  project: ProjectOutlined,
  environment: EnvironmentOutlined,
  'ordered-list': OrderedListOutlined,
  hdd: HddOutlined,
  'dot-chart': DotChartOutlined,
  alert: AlertOutlined,
  'carry-out': CarryOutOutlined,
  edit: EditOutlined,
  fund: FundOutlined,
  gateway: GatewayOutlined,
  'line-chart': LineChartOutlined,
  partition: PartitionOutlined,
  schedule: ScheduleOutlined,
  sliders: SlidersOutlined,
}

/** The icons of the examples, and what the operator has chosen beyond these, come with the whole set. */
const AnyIcon = lazy(() => import('../../kernel/appearance/all-icons.tsx'))

export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = name ? icons[name] : AppstoreOutlined
  // Each says its English name otherwise.
  const appstore = <AppstoreOutlined aria-hidden={true} />
  return Icon ? (
    <Icon aria-hidden={true} />
  ) : (
    <Suspense fallback={appstore}>
      <AnyIcon name={name} />
    </Suspense>
  )
}
