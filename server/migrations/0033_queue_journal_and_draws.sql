CREATE TABLE "draw_numbers" (
	"circle_id" uuid NOT NULL,
	"draw_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"commitment" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"is_signed" boolean NOT NULL,
	"number" text,
	"opened_at" timestamp with time zone,
	CONSTRAINT "draw_numbers_circle_id_draw_id_member_id_pk" PRIMARY KEY("circle_id","draw_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"circle_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by" uuid NOT NULL,
	"commitment" text NOT NULL,
	"join_until" timestamp with time zone NOT NULL,
	"open_until" timestamp with time zone NOT NULL,
	"member_ids" jsonb NOT NULL,
	"sealed" text NOT NULL,
	"state" text NOT NULL,
	"opening_told" boolean DEFAULT false NOT NULL,
	"ended_at" timestamp with time zone,
	"end_seq" bigint,
	"secret" text,
	"order" jsonb,
	CONSTRAINT "draws_circle_id_id_pk" PRIMARY KEY("circle_id","id")
);
--> statement-breakpoint
CREATE TABLE "queue_changes" (
	"circle_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"kind" text NOT NULL,
	"level" integer NOT NULL,
	"about" jsonb NOT NULL,
	"effects" jsonb NOT NULL,
	"inverse" jsonb,
	"rests" jsonb,
	"reason" text,
	"salt" text,
	"reason_seq" bigint,
	"undoes_seq" bigint,
	"undone_seq" bigint,
	CONSTRAINT "queue_changes_circle_id_seq_pk" PRIMARY KEY("circle_id","seq")
);
--> statement-breakpoint
ALTER TABLE "draw_numbers" ADD CONSTRAINT "draw_numbers_circle_id_draw_id_draws_circle_id_id_fk" FOREIGN KEY ("circle_id","draw_id") REFERENCES "public"."draws"("circle_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_circle_id_circles_id_fk" FOREIGN KEY ("circle_id") REFERENCES "public"."circles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "queue_changes" ADD CONSTRAINT "queue_changes_circle_id_seq_ledger_circle_id_seq_fk" FOREIGN KEY ("circle_id","seq") REFERENCES "public"."ledger"("circle_id","seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "draws_one_runs" ON "draws" USING btree ("circle_id") WHERE "draws"."state" = 'running';