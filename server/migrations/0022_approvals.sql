CREATE TABLE "administrator_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sealed" text,
	"email_index" text NOT NULL,
	"role" text NOT NULL,
	"secret_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"approved_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "administrator_invitations_secret" UNIQUE("secret_hash"),
	CONSTRAINT "administrator_invitations_role" CHECK ("administrator_invitations"."role" in ('ADMIN', 'AUDITOR'))
);
--> statement-breakpoint
CREATE TABLE "approval_members" (
	"approval_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"objected_at" timestamp with time zone,
	CONSTRAINT "approval_members_approval_id_user_id_pk" PRIMARY KEY("approval_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"circle_id" uuid NOT NULL,
	"circle_ids" uuid[] NOT NULL,
	"kind" text NOT NULL,
	"call" text NOT NULL,
	"sealed" text,
	"body_hash" text NOT NULL,
	"act_hash" text NOT NULL,
	"state" text NOT NULL,
	"proposed_by" uuid NOT NULL,
	"proposed_via" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_by" uuid,
	"ended_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('proposed', 'executed', 'rejected', 'withdrawn', 'expired', 'failed')),
	CONSTRAINT "approvals_two" CHECK ("approvals"."state" <> 'executed' or "approvals"."decided_by" is distinct from "approvals"."proposed_by"),
	CONSTRAINT "approvals_alone" CHECK ("approvals"."state" <> 'executed' or "approvals"."decided_by" is not null or "approvals"."ended_at" >= "approvals"."proposed_at" + interval '72 hours')
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_auditor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "added_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "added_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD CONSTRAINT "administrator_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "administrator_invitations" ADD CONSTRAINT "administrator_invitations_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_members" ADD CONSTRAINT "approval_members_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_members" ADD CONSTRAINT "approval_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "administrator_invitations_email" ON "administrator_invitations" USING btree ("email_index");--> statement-breakpoint
CREATE INDEX "approval_members_user" ON "approval_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approvals_open" ON "approvals" USING btree ("circle_id","proposed_at") WHERE "approvals"."state" = 'proposed';--> statement-breakpoint
CREATE INDEX "approvals_circle" ON "approvals" USING btree ("circle_id","proposed_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_auditor" CHECK (not "users"."is_auditor" or "users"."role" = 'ADMIN');