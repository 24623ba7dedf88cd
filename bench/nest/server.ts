import 'reflect-metadata'
import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { JwtModule, JwtService } from '@nestjs/jwt'
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm'
import { Column, Entity, In, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Repository } from 'typeorm'
import { newestFirst } from './newest-first.js'

// A plain NestJS and TypeORM server as their documentation has it: entities, repositories, a guard and a controller, on
// Ciranda's tables. It does what the measured calls of Ciranda do: token and session checked, sealed fields opened, both
// people embedded, only the fields of the answer sent, one look at people's data in ten minutes recorded.

const { PORT, DATABASE_URL, JWT_SECRET, PUBLIC_URL } = process.env as Record<string, string>

const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', JWT_SECRET!, 'ciranda', purpose, 32))
const sealKey = keyFor('personal data')
const fileKey = keyFor('file addresses')

function unseal(sealed: string, owner: string): Record<string, string | null> {
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', sealKey, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8'))
}

function qrUrl(sha256: string | null): string | null {
  if (sha256 === null) return null
  const step = 5 * 60_000
  const expires = Math.ceil(Date.now() / step) * step + 10 * 60_000
  const text = JSON.stringify([sha256, 'qr', expires, null])
  const signature = createHmac('sha256', fileKey).update(text).digest('base64url')
  return `${PUBLIC_URL}/api/files/${sha256}?${new URLSearchParams({ kind: 'qr', expires: String(expires), signature })}`
}

@Entity('circles')
class Circle {
  @PrimaryColumn('uuid') id: string
  @Column() mode: string
  @Column('jsonb') plan: { levels: unknown[] }
}

@Entity('users')
class User {
  @PrimaryColumn('uuid') id: string
  @Column('uuid', { name: 'circle_id' }) circleId: string
  @Column() role: string
  @Column() status: string
  @Column({ name: 'admin_approved' }) adminApproved: boolean
  @Column({ name: 'first_name' }) firstName: string
  @Column({ name: 'last_name' }) lastName: string
  @Column() sealed: string
  @Column() avatar: string
  @Column('text', { name: 'pix_qr_sha256', nullable: true }) pixQrSha256: string | null
  @Column('timestamptz', { name: 'email_verified_at', nullable: true }) emailVerifiedAt: Date | null
  @Column('timestamptz', { name: 'phone_verified_at', nullable: true }) phoneVerifiedAt: Date | null
  @Column({ name: 'reminders_off' }) remindersOff: boolean
  @Column({ name: 'password_temporary' }) passwordTemporary: boolean
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date
}

@Entity('sessions')
class Session {
  @PrimaryColumn('uuid') id: string
  @Column('uuid', { name: 'circle_id', nullable: true }) circleId: string | null
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) revokedAt: Date | null
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date
  @ManyToOne(() => User) @JoinColumn({ name: 'user_id' }) user: User
}

@Entity('payment_keys')
class PaymentKey {
  @PrimaryColumn('uuid') id: string
  @Column() commitment: string
  @Column('text', { nullable: true }) sealed: string | null
}

@Entity('entries')
class Entry {
  @PrimaryColumn('uuid') id: string
  @Column('uuid', { name: 'circle_id' }) circleId: string
  @Column() level: number
  @Column() position: number
  @Column('uuid', { name: 'member_id' }) memberId: string
  @Column({ name: 'is_receiver' }) isReceiver: boolean
  @Column('jsonb', { name: 'passed_member_ids' }) passedMemberIds: string[]
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date
  @ManyToOne(() => User) @JoinColumn({ name: 'member_id' }) user: User
}

@Entity('donations')
class Donation {
  @PrimaryColumn('uuid') id: string
  @Column('uuid', { name: 'circle_id' }) circleId: string
  @Column('uuid', { name: 'donor_id' }) donorId: string
  @Column('uuid', { name: 'receiver_id', nullable: true }) receiverId: string | null
  @Column() type: string
  @Column('bigint', { name: 'amount_cents' }) amountCents: string
  @Column('bigint', { name: 'paid_cents' }) paidCents: string
  @Column('bigint', { name: 'sent_cents', nullable: true }) sentCents: string | null
  @Column('date', { name: 'scheduled_for', nullable: true }) scheduledFor: string | null
  @Column('timestamptz', { name: 'paused_until', nullable: true }) pausedUntil: Date | null
  @Column('timestamptz', { name: 'receipt_seen_at', nullable: true }) receiptSeenAt: Date | null
  @Column('text', { name: 'ahead_of', nullable: true }) aheadOf: string | null
  @Column({ name: 'is_late' }) isLate: boolean
  @Column() target: number
  @Column() status: string
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date
  @Column('timestamptz', { name: 'deadline_at' }) deadlineAt: Date
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null
  @Column('timestamptz', { name: 'receipt_sent_at', nullable: true }) receiptSentAt: Date | null
  @Column('timestamptz', { name: 'answer_due_at', nullable: true }) answerDueAt: Date | null
  @Column('text', { name: 'receipt_sha256', nullable: true }) receiptSha256: string | null
  @Column({ name: 'receipt_reused' }) receiptReused: boolean
  @Column('boolean', { name: 'receipt_signed', nullable: true }) receiptSigned: boolean | null
  @Column('boolean', { name: 'confirmation_signed', nullable: true }) confirmationSigned: boolean | null
  @Column('text', { name: 'pix_transaction', nullable: true }) pixTransaction: string | null
  @ManyToOne(() => User) @JoinColumn({ name: 'donor_id' }) donor: User
  @ManyToOne(() => User, { nullable: true }) @JoinColumn({ name: 'receiver_id' }) receiver: User | null
  @ManyToOne(() => PaymentKey, { nullable: true }) @JoinColumn({ name: 'payment_key_id' }) paymentKey: PaymentKey | null
}

@Entity('donation_counters')
class DonationCounter {
  @PrimaryColumn('uuid', { name: 'circle_id' }) circleId: string
  @PrimaryColumn() status: string
  @Column() count: number
}

@Entity('audit')
class Audit {
  @PrimaryGeneratedColumn({ type: 'bigint' }) id: string
  @Column('timestamptz') at: Date
  @Column('uuid', { name: 'circle_id' }) circleId: string
  @Column() kind: string
  @Column('uuid', { name: 'actor_id' }) actorId: string
}

const entities = [Circle, User, Session, PaymentKey, Entry, Donation, DonationCounter, Audit]

type Asked = { headers: { authorization?: string }; actor: { id: string; circleId: string } }

@Injectable()
class AdminGuard implements CanActivate {
  constructor(
    private readonly jwt: JwtService,
    @InjectRepository(Session) private readonly sessions: Repository<Session>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Asked>()
    const token = request.headers.authorization?.split(' ')[1] ?? ''
    const claims = await this.jwt.verifyAsync<{ sub: string; sid: string }>(token).catch(() => null)
    if (!claims) throw new UnauthorizedException()
    const session = await this.sessions.findOne({ where: { id: claims.sid }, relations: { user: true } })
    if (!session || session.revokedAt || session.expiresAt <= new Date()) throw new UnauthorizedException()
    const { user } = session
    if (user.id !== claims.sub || user.role !== 'ADMIN' || user.status === 'SUSPENDED')
      throw new UnauthorizedException()
    request.actor = { id: user.id, circleId: session.circleId ?? user.circleId }
    return true
  }
}

@Controller('api')
@UseGuards(AdminGuard)
class CircleController {
  constructor(
    @InjectRepository(Donation) private readonly donations: Repository<Donation>,
    @InjectRepository(DonationCounter) private readonly counters: Repository<DonationCounter>,
    @InjectRepository(Entry) private readonly entries: Repository<Entry>,
    @InjectRepository(Circle) private readonly circles: Repository<Circle>,
    @InjectRepository(Audit) private readonly looks: Repository<Audit>,
  ) {}

  @Get('admin/donations/list')
  async list(@Req() { actor }: Asked, @Query('page') page = '1', @Query('limit') limit = '10') {
    const rows = await this.donations.find({
      where: { circleId: actor.circleId },
      relations: { donor: true, receiver: true, paymentKey: true },
      // Joined, TypeORM would first read and sort all rows for the ids of a page: the page comes from the index this way,
      // and in the index's own order.
      relationLoadStrategy: 'query',
      order: newestFirst,
      skip: (Number(page) - 1) * Number(limit),
      take: Number(limit),
    })
    const total = (await this.counters.sum('count', { circleId: actor.circleId })) ?? 0
    await this.noteLook(actor, 'donations.listed')
    return {
      data: await this.view(actor.circleId, rows),
      pagination: {
        currentPage: Number(page),
        totalPages: Math.ceil(total / Number(limit)),
        totalItems: total,
        pageSize: Number(limit),
      },
    }
  }

  @Get('admin/donations/:id')
  async one(@Req() { actor }: Asked, @Param('id') id: string) {
    const row = await this.donations.findOne({
      where: { circleId: actor.circleId, id },
      relations: { donor: true, receiver: true, paymentKey: true },
    })
    if (!row) throw new NotFoundException()
    await this.noteLook(actor, 'donations.listed')
    return (await this.view(actor.circleId, [row]))[0]
  }

  @Get('queue')
  async queue(@Req() { actor }: Asked) {
    const rows = await this.entries.find({
      where: { circleId: actor.circleId },
      relations: { user: true },
      order: { level: 'ASC', position: 'ASC' },
    })
    await this.noteLook(actor, 'queue.listed')
    return rows.map(({ user, ...entry }) => ({
      id: entry.id,
      position: entry.position,
      donation_number: entry.level,
      user_id: entry.memberId,
      is_receiver: entry.isReceiver,
      passed_user_ids: entry.passedMemberIds,
      created_at: entry.createdAt,
      updated_at: entry.updatedAt,
      user: {
        ...unseal(user.sealed, `person:${user.id}`),
        id: user.id,
        firstName: user.firstName,
        lastName: user.lastName,
        avatar: user.avatar,
        pixQrCode: qrUrl(user.pixQrSha256),
        btcQrCode: null,
        usdtQrCode: null,
        role: user.role,
        status: user.status,
        adminApproved: user.adminApproved,
        emailVerified: user.emailVerifiedAt !== null,
        phoneVerified: user.phoneVerifiedAt !== null,
        remindersOff: user.remindersOff,
        passwordTemporary: user.passwordTemporary,
        createdAt: user.createdAt,
        updatedAt: user.updatedAt,
        current_level: 1,
        can_reenter: false,
        n3_completed_at: null,
      },
    }))
  }

  private async noteLook({ id, circleId }: Asked['actor'], kind: string): Promise<void> {
    const last = await this.looks.findOne({ where: { circleId, kind, actorId: id }, order: { id: 'DESC' } })
    if (last && Date.now() - last.at.getTime() < 600_000) return
    await this.looks.save({ at: new Date(), circleId, kind, actorId: id })
  }

  private async view(circleId: string, rows: Donation[]) {
    const circle = await this.circles.findOneByOrFail({ id: circleId })
    const people = [...new Set(rows.flatMap((row) => [row.donorId, row.receiverId]))].filter((id) => id !== null)
    const places = await this.entries.findBy({ circleId, memberId: In(people) })
    const placeOf = (memberId: string | null) => places.find((entry) => entry.memberId === memberId)
    return rows.map((row) => {
      const donor = placeOf(row.donorId)
      const receiver = placeOf(row.receiverId)
      return {
        id: row.id,
        donationId: row.id,
        type: row.type,
        status: row.status,
        amount: Number(row.amountCents) / 100,
        paid: Number(row.paidCents) / 100,
        missing: row.status === 'CONFIRMED' ? 0 : (Number(row.amountCents) - Number(row.paidCents)) / 100,
        receipt_amount:
          row.status === 'PENDING_CONFIRMATION' && row.sentCents !== null ? Number(row.sentCents) / 100 : null,
        payer_name: null,
        receipt_seen_at: row.receiptSeenAt,
        scheduled_for: row.scheduledFor,
        paused_until: row.pausedUntil,
        ahead_of: row.aheadOf,
        parts: [],
        helped: [],
        createdAt: row.createdAt,
        created_at: row.createdAt,
        deadline: row.deadlineAt,
        completedAt: row.status === 'CONFIRMED' ? row.endedAt : null,
        endedAt: row.endedAt,
        donorId: row.donorId,
        receiverId: row.receiverId,
        donor: partyOf(row.donor, unseal(row.donor.sealed, `person:${row.donor.id}`)),
        receiver: row.receiver && receiverOf(row.receiver, row.paymentKey),
        donor_queue_level: donor?.level ?? null,
        donor_queue_position: donor?.position ?? null,
        receiver_queue_level: receiver?.level ?? null,
        receiver_queue_position: receiver?.position ?? null,
        level: row.target === 0 ? null : row.target,
        is_reported: false,
        report_resolved: false,
        report_id: null,
        receipt_sent_at: row.receiptSentAt,
        rejections: [],
        clock_stopped: null,
        receipt_reused: row.receiptReused,
        receipt_signed: row.receiptSigned,
        confirmation_signed: row.confirmationSigned,
        waiting: false,
        overdue: row.isLate,
        answer_due: row.status === 'PENDING_CONFIRMATION' ? row.answerDueAt : null,
        pix_transaction: row.pixTransaction,
        late: row.status === 'PENDING_CONFIRMATION' && (row.answerDueAt ?? row.deadlineAt) < new Date(),
        pixCopyPaste: null,
        pixQrCode: null,
        payment_commitment: row.paymentKey?.commitment ?? null,
        payment_salt: null,
        allowed: row.receiptSha256 === null ? [] : ['view_receipt'],
        demonstration: circle.mode === 'demonstracao',
        settlement: null,
      }
    })
  }
}

function receiverOf(user: User, key: PaymentKey | null) {
  const { email, phone, ...present } = unseal(user.sealed, `person:${user.id}`)
  const paidOn = key?.sealed ? unseal(key.sealed, `payment key:${key.id}`) : present
  return partyOf(user, { ...paidOn, email, phone })
}

function partyOf(user: User, from: Record<string, string | null>) {
  return {
    id: user.id,
    name: `${user.firstName} ${user.lastName}`.trim(),
    firstName: user.firstName,
    lastName: user.lastName,
    avatarUrl: user.avatar,
    email: from['email'],
    phone: from['phone'],
    pixKey: from['pixKey'],
    pixOwnerName: from['pixOwnerName'],
    pixCopyPaste: null,
    pixQrCode: null,
    btcAddress: from['btcAddress'] ?? null,
    btcQrCode: null,
    usdtAddress: from['usdtAddress'] ?? null,
    usdtQrCode: null,
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: DATABASE_URL,
      entities,
      extra: { max: 5, idleTimeoutMillis: 500 },
    }),
    TypeOrmModule.forFeature(entities),
    JwtModule.register({
      secret: keyFor('access tokens'),
      verifyOptions: { algorithms: ['HS256'], issuer: 'ciranda', audience: 'ciranda:api', clockTolerance: 30 },
    }),
  ],
  controllers: [CircleController],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] })
await app.listen(Number(PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
