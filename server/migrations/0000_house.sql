CREATE TABLE "circle_members" (
	"circle_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"status" text NOT NULL,
	"completed_n1_at" timestamp with time zone,
	"completed_n2_at" timestamp with time zone,
	"completed_n3_at" timestamp with time zone,
	"n3_completed_at" timestamp with time zone,
	"reentry" text NOT NULL,
	"given_n1_cents" bigint NOT NULL,
	"given_n2_cents" bigint NOT NULL,
	"given_n3_cents" bigint NOT NULL,
	"given_administration_cents" bigint NOT NULL,
	"received_n1_cents" bigint NOT NULL,
	"received_n2_cents" bigint NOT NULL,
	"received_n3_cents" bigint NOT NULL,
	CONSTRAINT "circle_members_circle_id_member_id_pk" PRIMARY KEY("circle_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "circles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mode" text NOT NULL,
	"plan" jsonb NOT NULL,
	"operator" jsonb,
	"seq" bigint NOT NULL,
	"head_hash" text NOT NULL,
	"next_order" bigint NOT NULL,
	"donations_made" bigint NOT NULL,
	"pulled_period" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "donation_counters" (
	"circle_id" uuid NOT NULL,
	"status" text NOT NULL,
	"count" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "donation_counters_circle_id_status_pk" PRIMARY KEY("circle_id","status")
);
--> statement-breakpoint
CREATE TABLE "donations" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"obligation_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"receiver_id" uuid,
	"turn_id" uuid,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"target" integer NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"report_id" uuid,
	"receipt_sha256" text,
	"receipt_pixel_hash" text,
	"receipt_sent_at" timestamp with time zone,
	"receipt_reused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "donations_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "donations_not_to_oneself" CHECK ("donations"."donor_id" <> "donations"."receiver_id"),
	CONSTRAINT "donations_amount" CHECK ("donations"."amount_cents" > 0),
	CONSTRAINT "donations_receipt_first" CHECK ("donations"."status" not in ('PENDING_CONFIRMATION', 'CONFIRMED') or "donations"."receipt_sent_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "obligations" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"target" integer NOT NULL,
	"period" text,
	"order" bigint NOT NULL,
	"owed_at" timestamp with time zone NOT NULL,
	"overdue" boolean NOT NULL,
	"status" text NOT NULL,
	"void_reason" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "obligations_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "obligations_amount" CHECK ("obligations"."amount_cents" > 0),
	CONSTRAINT "obligations_target" CHECK ("obligations"."target" between 0 and 3)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"circle_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "ledger_circle_id_seq_pk" PRIMARY KEY("circle_id","seq")
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"required" integer NOT NULL,
	"confirmed" integer NOT NULL,
	"open" integer NOT NULL,
	"received_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "turns_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "turns_required" CHECK ("turns"."confirmed" + "turns"."open" <= "turns"."required" and "turns"."confirmed" >= 0 and "turns"."open" >= 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"call" text NOT NULL,
	"body_hash" text NOT NULL,
	"answer" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"user_id" uuid NOT NULL,
	"terms_version" text NOT NULL,
	"shown" jsonb NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "terms_acceptances_user_id_terms_version_pk" PRIMARY KEY("user_id","terms_version")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"role" text NOT NULL,
	"status" text NOT NULL,
	"admin_approved" boolean NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email_index" text NOT NULL,
	"cpf_index" text,
	"sealed" text NOT NULL,
	"avatar" text NOT NULL,
	"pix_qr_sha256" text,
	"btc_qr_sha256" text,
	"usdt_qr_sha256" text,
	"password_hash" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"phone_verified_at" timestamp with time zone,
	"reminders_off" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email" UNIQUE("email_index"),
	CONSTRAINT "users_cpf" UNIQUE("cpf_index"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('USER', 'ADMIN')),
	CONSTRAINT "users_status" CHECK ("users"."status" in ('PENDING', 'ACTIVE', 'ACTIVE_PARTICIPANT', 'INACTIVE', 'SUSPENDED', 'APPROVED'))
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"level" integer NOT NULL,
	"position" integer NOT NULL,
	"member_id" uuid NOT NULL,
	"is_receiver" boolean NOT NULL,
	"passed_member_ids" jsonb NOT NULL,
	"turn_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entries_circle_id_id_pk" PRIMARY KEY("circle_id","id"),
	CONSTRAINT "entries_position" CHECK ("entries"."position" between 1 and 100),
	CONSTRAINT "entries_level" CHECK ("entries"."level" between 1 and 3)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"donation_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"additional_info" text,
	"status" text NOT NULL,
	"resolution" text,
	"resolution_message" text,
	"admin_notes" text,
	"outcome" text,
	"reported_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "reports_circle_id_id_pk" PRIMARY KEY("circle_id","id")
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"successor_sealed" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_why" text
);
--> statement-breakpoint
CREATE TABLE "verification_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "circle_members" ADD CONSTRAINT "circle_members_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donation_counters" ADD CONSTRAINT "donation_counters_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "donations" ADD CONSTRAINT "donations_circle_id_obligation_id_obligations_circle_id_id_fk" FOREIGN KEY ("circle_id","obligation_id") REFERENCES "public"."obligations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "obligations" ADD CONSTRAINT "obligations_circle_id_member_id_circle_members_circle_id_member_id_fk" FOREIGN KEY ("circle_id","member_id") REFERENCES "public"."circle_members"("circle_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_circle_id_member_id_circle_members_circle_id_member_id_fk" FOREIGN KEY ("circle_id","member_id") REFERENCES "public"."circle_members"("circle_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_circle_id_member_id_circle_members_circle_id_member_id_fk" FOREIGN KEY ("circle_id","member_id") REFERENCES "public"."circle_members"("circle_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_circle_id_donation_id_donations_circle_id_id_fk" FOREIGN KEY ("circle_id","donation_id") REFERENCES "public"."donations"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_codes" ADD CONSTRAINT "verification_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "circle_members_member" ON "circle_members" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "donations_one_open" ON "donations" USING btree ("circle_id","obligation_id") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_open_donor" ON "donations" USING btree ("circle_id","donor_id","deadline_at") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_open_receiver" ON "donations" USING btree ("circle_id","receiver_id","deadline_at") WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_due" ON "donations" USING btree ("deadline_at") WHERE "donations"."status" = 'PENDING_PAYMENT';--> statement-breakpoint
CREATE INDEX "donations_history_donor" ON "donations" USING btree ("circle_id","donor_id","ended_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('CONFIRMED', 'EXPIRED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "donations_history_receiver" ON "donations" USING btree ("circle_id","receiver_id","ended_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('CONFIRMED', 'EXPIRED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "donations_all" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_pending" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('PENDING_PAYMENT', 'PENDING_CONFIRMATION');--> statement-breakpoint
CREATE INDEX "donations_completed" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "donations_lapsed" ON "donations" USING btree ("circle_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "donations"."status" in ('EXPIRED', 'CANCELLED');--> statement-breakpoint
CREATE INDEX "donations_by_donor" ON "donations" USING btree ("circle_id","donor_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_by_receiver" ON "donations" USING btree ("circle_id","receiver_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "donations_receipt" ON "donations" USING btree ("circle_id","receipt_sha256") WHERE "donations"."receipt_sha256" is not null;--> statement-breakpoint
CREATE INDEX "donations_receipt_pixels" ON "donations" USING btree ("circle_id","receipt_pixel_hash") WHERE "donations"."receipt_pixel_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_order" ON "obligations" USING btree ("circle_id","order");--> statement-breakpoint
CREATE UNIQUE INDEX "obligations_one_pull" ON "obligations" USING btree ("circle_id","period","member_id","target") WHERE "obligations"."type" = 'PULL';--> statement-breakpoint
CREATE INDEX "obligations_live" ON "obligations" USING btree ("circle_id","member_id") WHERE "obligations"."status" in ('waiting', 'open');--> statement-breakpoint
CREATE INDEX "turns_member" ON "turns" USING btree ("circle_id","member_id","level");--> statement-breakpoint
CREATE INDEX "turns_live" ON "turns" USING btree ("circle_id") WHERE "turns"."status" in ('running', 'complete');--> statement-breakpoint
CREATE INDEX "users_circle" ON "users" USING btree ("circle_id","created_at");--> statement-breakpoint
CREATE INDEX "entries_member" ON "entries" USING btree ("circle_id","member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_donation" ON "reports" USING btree ("circle_id","donation_id");--> statement-breakpoint
CREATE INDEX "reports_reporter" ON "reports" USING btree ("circle_id","reporter_id","reported_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_all" ON "reports" USING btree ("circle_id","reported_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reports_status" ON "reports" USING btree ("circle_id","status","reported_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "verification_codes_channel" ON "verification_codes" USING btree ("user_id","channel");